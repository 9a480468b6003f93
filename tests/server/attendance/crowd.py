"""A process with many clients: `crowd.py PORT MATCHES TOKEN ...`. They connect, take every seat, and answer nothing."""

import asyncio
import sys

import grpc

from arena.games import rules
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2

CACAO = rules("cacao")


OWN = [("grpc.use_local_subchannel_pool", 1)]  # a connection for each client: one has a hundred streams at most


async def main(port, matches, tokens):
    await asyncio.gather(*(come(port, int(matches), token) for token in tokens))


async def come(port, matches, token):
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OWN) as channel:
        await attend(channel, matches, token)


async def attend(channel, matches, token):
    metadata = (("authorization", f"Bearer {token}"),)
    call = channel.stream_stream("/arena.protocol.v1.Arena/Attend")(metadata=metadata)
    support = common_pb2.GameSupport(game="cacao", rules_version=CACAO.version, seats=[2])
    hello = attend_pb2.Hello(protocol=1, version="1", games=[support], matches_at_once=matches)
    await call.write(attend_pb2.AttendRequest(hello=hello).SerializeToString())
    sitting = set()
    while (data := await call.read()) is not grpc.aio.EOF:
        message = attend_pb2.AttendResponse.FromString(data)
        if message.WhichOneof("message") == "offer":
            sitting.add(asyncio.create_task(sit(channel, metadata, message.offer.ticket)))


async def sit(channel, metadata, ticket):
    call = channel.stream_stream("/arena.protocol.v1.Arena/Play")(metadata=metadata)
    await call.write(play_pb2.PlayRequest(join=play_pb2.Join(ticket=ticket, protocol=1)).SerializeToString())
    while await call.read() is not grpc.aio.EOF:
        pass


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
