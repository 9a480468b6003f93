"""Requests of tests to the admin address of an arena."""

import re
from contextlib import closing
from http.client import HTTPConnection

from prometheus_client.parser import text_string_to_metric_families

from tests.server.wire import WITHIN


def port_of(server):
    return int(re.search(r"metrics and health are at http://\S+?:(\d+)/", server.hear("metrics and health"))[1])


def get(server, path="/metrics", method="GET"):
    """Send a request to the admin address. Return the status, the headers and the text of the answer."""
    with closing(HTTPConnection("127.0.0.1", port_of(server), timeout=WITHIN)) as line:
        line.request(method, path)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def families(server):
    _, _, text = get(server)
    return list(text_string_to_metric_families(text))


def samples(server):
    """Return the arena's metrics: each value by its name and labels."""
    return {
        (each.name, *sorted(each.labels.values())): each.value for family in families(server) for each in family.samples
    }
