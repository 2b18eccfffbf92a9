"""Serves one of the applications beside this file on the loopback interface, for as long as standard input stays open."""

import importlib
import os
import sys
import threading
from wsgiref.simple_server import make_server


def end_with_input():
    sys.stdin.read()
    os._exit(0)


application = importlib.import_module(sys.argv[1]).application
server = make_server("127.0.0.1", int(sys.argv[2]), application)
threading.Thread(target=end_with_input, daemon=True).start()
print("listening", flush=True)
server.serve_forever()
