"""One command to the published package, for the tests of the writer: arguments are the project's folder and a JSON call.

Only the public class `Project` is used. The evaluator of the profile `local-trust` authorizes whoever shows `ok`.
"""

import json
import sys

from fcop import Project


def evaluate(*, proof=None, **_):
    return "AUTHORIZED" if proof == "ok" else "DENIED"


def main():
    root, call = sys.argv[1], json.loads(sys.argv[2])
    project = Project(root, trusted_profiles={"local-trust": evaluate})
    try:
        result = getattr(project, call["call"])(**call["arguments"])
    except Exception as error:  # its own errors carry a code; any other one is a failure of the test
        code = getattr(error, "code", None)
        if code is None:
            raise
        result = {"refused": getattr(code, "value", str(code)), "message": str(error)}
    print(json.dumps(result, default=str))


main()
