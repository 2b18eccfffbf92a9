"""A small client for Guildhall's GraphQL. It needs Python 3.10 or newer and no packages."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode
from urllib.request import Request, urlopen

TIMEOUT_SECONDS = 30
TRIES = 5


@dataclass
class GuildhallError(Exception):
    """What the server answered instead of data. `code` is stable, and `documentation` is the address that explains it."""

    message: str
    code: str
    documentation: str | None = None
    faults: list[dict[str, str]] = field(default_factory=list)
    retry_after: int | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Guildhall:
    """Runs operations at one server, as a service account."""

    def __init__(self, url: str, client_id: str, client_secret: str, scope: str) -> None:
        self._url = url.rstrip("/")
        self._credentials = f"{quote_plus(client_id)}:{quote_plus(client_secret)}".encode()
        self._scope = scope
        self._token = ""
        self._renew_at = 0.0

    def request(self, document: str, operation: str, variables: dict[str, Any] | None = None) -> dict[str, Any]:
        """The data of one operation of a document. Waits and tries again if the server says when."""
        for _ in range(TRIES - 1):
            try:
                return self._send(document, operation, variables or {})
            except GuildhallError as error:
                if error.code == "INVALID_TOKEN":
                    self._renew_at = 0.0
                elif error.retry_after is not None:
                    time.sleep(error.retry_after)
                else:
                    raise
        return self._send(document, operation, variables or {})

    def all(
        self, document: str, operation: str, list_of: Callable[[dict[str, Any]], dict[str, Any]]
    ) -> Iterator[dict[str, Any]]:
        """Every item of a list, page by page. The operation has the variable `$after`."""
        after = None
        while True:
            page = list_of(self.request(document, operation, {"after": after}))
            yield from (edge["node"] for edge in page["edges"])
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def _send(self, document: str, operation: str, variables: dict[str, Any]) -> dict[str, Any]:
        body = {"query": document, "operationName": operation, "variables": variables}
        answer, retry_after = _post(
            f"{self._url}/graphql",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self._access_token()}", "Content-Type": "application/json"},
        )
        if "errors" not in answer:
            return answer["data"]
        error = answer["errors"][0]
        extensions = error["extensions"]
        raise GuildhallError(
            error["message"],
            extensions["code"],
            extensions.get("documentation"),
            extensions.get("faults", []),
            extensions.get("retryAfter", retry_after),
        )

    def _access_token(self) -> str:
        if time.monotonic() < self._renew_at:
            return self._token
        answer, retry_after = _post(
            f"{self._url}/oauth2/token",
            urlencode({"grant_type": "client_credentials", "scope": self._scope}).encode(),
            {"Authorization": f"Basic {b64encode(self._credentials).decode()}"},
        )
        if "access_token" not in answer:
            raise GuildhallError(
                answer["error_description"], answer["code"], answer.get("error_uri"), retry_after=retry_after
            )
        self._token = answer["access_token"]
        self._renew_at = time.monotonic() + 0.9 * answer["expires_in"]
        return self._token


def _post(url: str, body: bytes, headers: dict[str, str]) -> tuple[dict[str, Any], int | None]:
    """The JSON of an answer, whatever its status, and how many seconds to wait before trying again."""
    try:
        with urlopen(Request(url, body, headers), timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer), None
    except HTTPError as error:
        wait = error.headers.get("Retry-After")
        return json.load(error), int(wait) if wait else None
