"""Fate claims, section 18."""
from encoding import MISSING, Malformed, is_absent, member
from entries import decode_as


def or_none(value):
    return None if value is MISSING else value


def claim_of(draw):
    """What a bundle says of its draw, or None."""
    if is_absent(member(draw, "drawId")):
        return None
    entries = member(draw, "entries")
    body = member(member(entries, "draw"), "body")
    dice = or_none(member(draw, "dice"))
    if body is not MISSING:
        try:
            dice = [int(die) for die in decode_as("draw", body)["dice"]]
        except Malformed:
            return None
    fate = "drawn" if dice is not None else None if is_absent(member(entries, "void")) else "void"
    return {
        "drawId": member(draw, "drawId"),
        "tableHash": or_none(member(member(draw, "table"), "hash")),
        "seal": or_none(member(member(entries, "seal"), "body")),
        "fate": fate,
        "dice": dice,
    }


def conflict_of(a, b, taken_back_by):
    """The first contradiction between two claims, or None.

    `taken_back_by`: by when a void could be taken back, ms; None if it could not, `unknown` if nobody says.
    """
    if a["drawId"] != b["drawId"]:
        return None
    differ = lambda name: a[name] is not None and b[name] is not None and a[name] != b[name]  # noqa: E731
    for name, reason in (("tableHash", "two-tables"), ("seal", "two-seals"), ("dice", "two-results")):
        if differ(name):
            return reason
    if not differ("fate"):
        return None
    voided, drawn = (a, b) if a["fate"] == "void" else (b, a)
    seen = voided.get("seenMs")
    if taken_back_by is None:
        return "two-fates"
    if seen is None:
        return "undated-void"
    if taken_back_by == "unknown":
        return "two-fates"
    return None if seen < taken_back_by and drawn.get("seenMs", seen) >= seen else "two-fates"
