"""Runs sequences of deal messages through the executable model and says what can be seen after each message.

usage: driver.py FOLDER, where FOLDER holds deal_model.py.

One line in, at most one line out. An empty line starts a sequence with a fresh engine, a line `?` the same with whole
records in the answers instead of their digest. Any other line is a message, marked by its first character: `=` as it
is, `!` when its JSON breaks the profile in a way after which the model's digest of it means nothing (DEAL 2.1). The
answer to a message is `HASH RECORD`: the hash of the transcript entry (DEAL 12.2), and the record of all deals as JSON
with sorted members, or the SHA-256 of that. A message that breaks the model is answered by `broken: ` and the reason.
`.` asks that the answers so far be sent.
"""

import hashlib
import json
import sys

sys.path.insert(0, sys.argv[1])
import deal_model as model  # noqa: E402  (the folder is an argument)

digest_of = model.digest
REFUSALS = ("StateError", "ValidationError")


def without_digest(message):
    """A digest function that has none for this one object."""

    def digest(value):
        if value is message:
            raise ValueError("outside the profile")
        return digest_of(value)

    return digest


def deal_record(deal):
    """All that the engine shows of a deal, in the model's terms."""
    results, scope = [], {key for key, _ in deal.scope()}
    for party in deal.active():
        for key, item in deal.entries(party):
            commitment = item.predicate == "commitment"
            machine = model.join(item.kind, (["pass"] if commitment else []) + list(deal.res.get(key, {}).values()))
            results.append(
                {
                    "disputed": key in deal.disputed,
                    "item": ("commitment:" if commitment else "") + item.id,
                    "kind": item.kind,
                    "machine": machine,
                    "party": party,
                    "result": deal.result(key, item),
                    "ruling": deal.rulings.get(key, [None])[0],
                    "scope": key in scope,
                }
            )
    return {
        "accounts": {
            party: {
                **account.view(),
                "required": account.required,
                "stages": [
                    {
                        "cash_sim": stage["cash"],
                        "items": sorted(stage["items"]),
                        "object_options": stage["options"],
                        "status": stage["status"],
                    }
                    for stage in account.stages
                ],
            }
            for party, account in deal.accounts.items()
        },
        "breaches": deal.breaches,
        "ejected": sorted(deal.ejected),
        "final": deal.final,
        "id": deal.id,
        "ledger": deal.ledger,
        "offers": {party: {"digest": offer.digest, "id": offer.id} for party, offer in deal.offers.items()},
        "parties": deal.party_states(),
        "pool": sorted(deal.pool),
        "received": deal.received(),
        "results": results,
        "states": deal.states,
        "terms": {
            "agent": deal.agent,
            "counterparties": deal.cps,
            "deadlines": {name: deal.deadline(name) for name in model.DEADLINES},
            "quorum": deal.quorum,
            "review_default": deal.review_default,
            "reviewer": deal.reviewer,
            "version": deal.version,
        },
        "under_review": model.Engine.names(deal.under_review()),
        "union": deal.union(),
        "verdict": deal.verdict(),
        "votes": sorted(deal.votes),
    }


class Session:
    """One sequence: a fresh engine, and the last record that was taken of it."""

    def __init__(self, whole):
        self.engine, self.whole, self.deals = model.Engine(), whole, "[]"

    def answer(self, line):
        """Submits one message and describes what came of it."""
        message = model.parse(line[1:])
        model.digest = without_digest(message) if line[0] == "!" else digest_of
        try:
            entry = self.engine.submit(message)
        finally:
            model.digest = digest_of
        # A refused message without an event changed nothing in the model; whether it did in the engine is the question.
        if not entry["errors"] or entry["events"] or not entry["errors"][0].startswith(REFUSALS):
            self.deals = canonical([deal_record(deal) for deal in self.engine.deals.values()])
        text = '{"clock":%d,"deals":%s' % (self.engine.now, self.deals)
        if self.whole:
            text += ',"entry":' + canonical({name: value for name, value in entry.items() if name != "message"})
        text += "}"
        if not self.whole:
            text = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return entry["hash"] + " " + text


def canonical(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def main():
    session = None
    lines = open(sys.stdin.fileno(), encoding="utf-8", newline="\n", closefd=False)
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    for line in lines:
        line = line.rstrip("\n")
        if line == ".":
            out.flush()
        elif line in ("", "?"):
            session = Session(line == "?")
        else:
            try:
                out.write(session.answer(line) + "\n")
            except Exception as error:  # the model's own defects are findings, too
                out.write("broken: " + repr(error).replace("\n", " ") + "\n")
    out.flush()


main()
