"""Disables the users whose addresses are in a file, one on each line: python3 offboard.py leavers.txt

The variables GUILDHALL_URL, CLIENT_ID and CLIENT_SECRET say where the server is, and which service account asks. It needs
the scope `write`.
"""

import os
import sys
from pathlib import Path

from guildhall import Guildhall, GuildhallError

OPERATIONS = Path(__file__).with_name("operations.graphql").read_text()


def main(file: str) -> int:
    leavers = {line.strip().lower() for line in Path(file).read_text().splitlines() if line.strip()}
    guildhall = Guildhall(os.environ["GUILDHALL_URL"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"], "write")
    failed = False
    for user in list(guildhall.all(OPERATIONS, "Users", lambda data: data["users"])):
        if user["email"].lower() not in leavers:
            continue
        leavers.remove(user["email"].lower())
        if not user["isActive"]:
            print(f"{user['email']} was disabled before")
            continue
        try:
            guildhall.request(OPERATIONS, "Disable", {"id": user["id"]})
            print(f"{user['email']} is disabled")
        except GuildhallError as error:
            failed = True
            print(f"{user['email']} is not disabled: {error}", file=sys.stderr)
    for email in sorted(leavers):
        print(f"{email} has no account")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except GuildhallError as error:
        sys.exit(f"{error}\n{error.documentation}")
