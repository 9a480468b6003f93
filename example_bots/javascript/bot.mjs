// Counter plays Cacao by counting what workers bring, wherever a tile could be laid. It knows docs/protocol.md and the
// files in proto/, and nothing else of the arena: no line of Python is run.
//
//   npm install
//   ARENA_TOKEN=... node bot.mjs --arena HOST:PORT [--ca FILE] [--matches N] [--proto FOLDER]
//
// A copy in another folder needs --proto: the arena's folder proto/.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const text = { type: "string" };
const { values: args } = parseArgs({ options: { arena: text, ca: text, matches: text, proto: text } });
const loading = { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true };
const proto = args.proto ?? fileURLToPath(new URL("../../proto", import.meta.url));
if (!existsSync(proto)) {
  console.error(`${proto}: there is no such folder; expected --proto FOLDER, the arena's folder proto/`);
  process.exit(2);
}
const files = loadSync("arena/protocol/v1/attend.proto", { ...loading, includeDirs: [proto] });
const { Arena } = grpc.loadPackageDefinition(files).arena.protocol.v1;

if (!args.arena || !process.env.ARENA_TOKEN) {
  console.error("expected --arena HOST:PORT, and the token in the environment as ARENA_TOKEN");
  process.exit(2);
}
const trust = args.ca ? grpc.credentials.createSsl(readFileSync(args.ca)) : grpc.credentials.createInsecure();
const token = new grpc.Metadata();
token.set("authorization", `Bearer ${process.env.ARENA_TOKEN}`);

// Whether trying again can help (chapter 8): after a network's fault, and wherever the arena itself says so.
const passing = ["LIMIT", "SILENT", "SHUTDOWN", "INTERNAL", "UNSPECIFIED"].map((reason) => `ENDING_REASON_${reason}`);
const fatal = [grpc.status.UNAUTHENTICATED, grpc.status.PERMISSION_DENIED, grpc.status.UNIMPLEMENTED];

// Hold a conversation: on a channel of its own, again after 0.1 s, doubling to 1 s, a little at random (chapter 7).
function converse(method, address, greeting, hear, wait = 100) {
  const client = new Arena(address, trust, { "grpc.use_local_subchannel_pool": 1 });
  const call = client[method](token);
  let ending = null;
  call.write(greeting());
  call.on("data", (message) => {
    wait = 100;
    if (message.message === "ping") call.write({ pong: { number: message.ping.number } });
    else if (message.message === "ending") ending = message.ending;
    else hear(message, call);
  });
  call.on("error", () => {}); // "status" comes too, and always
  call.on("status", (status) => {
    client.close();
    const again = ending ? passing.includes(ending.reason) : !fatal.includes(status.code);
    if (ending?.reason !== "ENDING_REASON_DONE") console.error(`${method}: ${ending?.text || status.details}`);
    if (!again || hear.isOver?.()) return;
    const pause = Math.max(Number(ending?.retry_after_us ?? 0) / 1000, wait * (1 + Math.random() / 2));
    const retry = () => hear.isOver?.() || converse(method, address, greeting, hear, Math.min(1000, wait * 2));
    setTimeout(retry, pause);
  });
}

const taken = new Set(); // the seats that have a conversation
const games = [{ game: "cacao", rules_version: 1, seats: [2, 3, 4] }];
const hello = { protocol: 1, version: "1", games, matches_at_once: Number(args.matches ?? 4), client: "counter" };

let leaving = false; // after SIGTERM: no more offers, and the process ends with its last match
const attend = (message, call) => {
  if (message.message === "welcome") {
    console.error(`attending as ${message.welcome.entrant}`);
    process.removeAllListeners("SIGTERM").once("SIGTERM", () => {
      leaving = true;
      call.write({ drain: {} });
    });
  }
  if (message.message === "notice") console.error(`arena: ${message.notice.text}`);
  if (message.message === "offer") takeSeat(message.offer);
};
attend.isOver = () => leaving;
converse("Attend", args.arena, () => ({ hello: { ...hello, option_form: "OPTION_FORM_TYPED" } }), attend);

function takeSeat({ match, seat, ticket, referee }) {
  if (taken.has(`${match} ${seat}`)) return;
  taken.add(`${match} ${seat}`);
  let seen = 0;
  let over = false;
  let names = []; // the bots, by seat
  const hear = (message, call) => {
    if (message.message === "start") names = message.start.seats.map(({ entrant }) => entrant);
    if (message.message === "decision") {
      const { number, view, options } = message.decision;
      seen = number;
      const worths = options.map((option) => worth(view.cacao, seat, option.move.cacao));
      call.write({ choice: { number, index: worths.indexOf(Math.max(...worths)) } });
    }
    if (message.message === "over") {
      over = true;
      // Matches of an examination are no real ones: the notice of the admission says how it ended.
      if (!match.startsWith("doctor-")) console.log(resultLine(match, seat, names, message.over.result));
    }
  };
  hear.isOver = () => over;
  converse("Play", referee || args.arena, () => ({ join: { ticket, last_seen: seen, protocol: 1 } }), hear);
}

// The result of a match in a line: the place, the opponents, and the points by seat.
function resultLine(match, seat, names, result) {
  const opponents = names.filter((_, at) => at !== seat).join(", ");
  if (!result) return `match ${match} against ${opponents}: void, it counts for nothing`;
  const points = result.scores.map((score, at) => `${at === seat ? "mine" : names[at]} ${score}`);
  return `match ${match} against ${opponents}, place ${result.placements[seat]}: ${points.join(", ")}`;
}

// Cacao ---------------------------------------------------------------------------------------------------------------

const sides = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // north, east, south, west
const workers = (tile, rotation, side) => Number(tile.split("_").slice(-4)[(side - rotation + 4) % 4]);

// About how many points so many workers bring a village at a jungle tile.
function income(tile, count, village) {
  const [kind, amount] = tile.replace("CACAO_JUNGLE_", "").split(/_(?=[^_]*$)/);
  if (kind === "GOLD_MINE") return count * Number(amount);
  if (kind === "MARKET") return Math.min(count, village.cacao) * (Number(amount) - 1.5); // others sell fruit, too
  if (kind === "PLANTATION") return 1.5 * Math.min(count * (amount === "DOUBLE" ? 2 : 1), 5 - village.cacao);
  return count * (kind === "CENOTE" ? 2.5 : kind === "TEMPLE" ? 1.5 : 1);
}

// What a move is worth: a worker who faces nothing yet may find something there later.
function worth(view, seat, move) {
  const at = (tiles, x, y) => tiles.find((tile) => tile.x === x && tile.y === y);
  const { x, y, tile, rotation, workers: acting } = move[move.move];
  if (move.move === "work") return acting;
  const around = sides.map(([dx, dy], side) => {
    if (move.move === "fill") {
      const laid = at(view.workers, x + dx, y + dy);
      if (!laid) return 0;
      const points = income(tile, workers(laid.tile, laid.rotation, (side + 2) % 4), view.villages[laid.seat]);
      return laid.seat === seat ? points : -points;
    }
    const [count, faced] = [workers(tile, rotation, side), at(view.jungle, x + dx, y + dy)];
    return faced ? income(faced.tile, count, view.villages[seat]) : 0.8 * count;
  });
  return around.reduce((sum, each) => sum + each);
}
