"""Waits for the stateless reset of a connection whose server has died: reset.py [--next-id] --ca FILE HOST PORT

Connects with aioquic, with --next-id goes on to the second connection id that the server gave, and prints the server's name
from X-Served-By. For each line on standard input it sends one PING and prints "reset" if what comes back within a second ends
with the token of the connection id in use (RFC 9000 section 10.3.1), "other" if anything else does, "nothing" if nothing does.
"""

import argparse
import asyncio
import sys

from aioquic.asyncio.client import connect
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import HeadersReceived
from aioquic.quic.configuration import QuicConfiguration


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = H3Connection(self._quic)
        self.served_by = asyncio.get_running_loop().create_future()
        self.arrived = asyncio.Queue()

    def datagram_received(self, data, addr):
        self.arrived.put_nowait(bytes(data))
        super().datagram_received(data, addr)

    def quic_event_received(self, event):
        for part in self.http.handle_event(event):
            if isinstance(part, HeadersReceived):
                self.served_by.set_result(dict(part.headers).get(b"x-served-by", b"").decode())


async def probe(client, token):
    while not client.arrived.empty():
        client.arrived.get_nowait()
    client._quic.send_ping(1)
    client.transmit()
    answers = []
    try:
        async with asyncio.timeout(1):
            while True:
                answers.append(await client.arrived.get())
                if answers[-1].endswith(token):
                    return "reset"
    except TimeoutError:
        return "other" if answers else "nothing"


async def run(arguments):
    configuration = QuicConfiguration(alpn_protocols=H3_ALPN, server_name="localhost")
    configuration.load_verify_locations(arguments.ca)
    async with connect(arguments.host, arguments.port, configuration=configuration, create_protocol=Client) as client:
        stream = client._quic.get_next_available_stream_id()
        client.http.send_headers(stream, [(b":method", b"GET"), (b":scheme", b"https"), (b":path", b"/hello"),
                                          (b":authority", f"localhost:{arguments.port}".encode())], end_stream=True)
        client.transmit()
        served_by = await asyncio.wait_for(client.served_by, 15)
        if arguments.next_id:
            client.change_connection_id()
            await asyncio.wait_for(client.ping(), 15)
        print(served_by, flush=True)
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            print(await probe(client, client._quic._peer_cid.stateless_reset_token), flush=True)


parser = argparse.ArgumentParser()
parser.add_argument("--ca", required=True)
parser.add_argument("--next-id", action="store_true")
parser.add_argument("host")
parser.add_argument("port", type=int)
asyncio.run(run(parser.parse_args()))
