"""One HTTP/3 request on aioquic: get.py [--body N] [--connect HOST:PORT] --ca FILE URL

Prints the status, the value of X-Served-By and the number and SHA-256 of the octets of the answer on one line each.
Exit code 1 when there is no answer.
"""

import argparse
import asyncio
import hashlib
import sys
from urllib.parse import urlsplit

from aioquic.asyncio.client import connect
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ConnectionTerminated


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = H3Connection(self._quic)
        self.answered = asyncio.get_running_loop().create_future()
        self.headers = {}
        self.sum = hashlib.sha256()
        self.length = 0

    def quic_event_received(self, event):
        if isinstance(event, ConnectionTerminated) and not self.answered.done():
            self.answered.set_exception(ConnectionError(event.reason_phrase or f"error {event.error_code:#x}"))
        for part in self.http.handle_event(event):
            if isinstance(part, HeadersReceived):
                self.headers.update({name.decode(): value.decode() for name, value in part.headers})
            if isinstance(part, DataReceived):
                self.sum.update(part.data)
                self.length += len(part.data)
            if part.stream_ended and not self.answered.done():
                self.answered.set_result(None)


async def run(arguments):
    url = urlsplit(arguments.url)
    host, port = url.hostname, url.port or 443
    if arguments.connect:
        host, _, text = arguments.connect.rpartition(":")
        port = int(text)
    configuration = QuicConfiguration(alpn_protocols=H3_ALPN, server_name=url.hostname)
    configuration.load_verify_locations(arguments.ca)
    async with connect(host, port, configuration=configuration, create_protocol=Client) as client:
        stream = client._quic.get_next_available_stream_id()
        path = (url.path or "/") + ("?" + url.query if url.query else "")
        headers = [(b":method", b"POST" if arguments.body else b"GET"), (b":scheme", b"https"),
                   (b":authority", url.netloc.encode()), (b":path", path.encode())]
        client.http.send_headers(stream, headers, end_stream=not arguments.body)
        if arguments.body:
            client.http.send_data(stream, b"x" * arguments.body, end_stream=True)
        client.transmit()
        await asyncio.wait_for(client.answered, 15)
        print(client.headers.get(":status"))
        print(client.headers.get("x-served-by", ""))
        print(client.length, client.sum.hexdigest())


parser = argparse.ArgumentParser()
parser.add_argument("--ca", required=True)
parser.add_argument("--body", type=int, default=0)
parser.add_argument("--connect")
parser.add_argument("url")
try:
    asyncio.run(run(parser.parse_args()))
except (ConnectionError, asyncio.TimeoutError, OSError) as error:
    print(f"get.py: {error!r}", file=sys.stderr)
    sys.exit(1)
