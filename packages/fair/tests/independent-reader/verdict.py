"""Verdicts of a draw or slip, section 16."""
from encoding import Malformed, from_hex, is_absent, member
from entries import chain_kind, chain_of, decode_as, natural, parse_draw_id, round_for, time_of, verify_round
from receipts import dice_of, parse_leaf, seed_of
from steps import run_steps, witness_gap

EXIT = {
    "verified": 0,
    "void": 0,
    "breach": 1,
    "time-not-proven": 3,
    "void-time-not-proven": 3,
    "pending": 4,
    "overdue": 5,
    "incomplete": 6,
}
FROM_READER = {"not-pinned", "no-receipt", "no-draw", "other-witnesses", "undated-void"}
# An open `witness` step with one of these is a time gap, and nothing that is missing.
WITNESS_GAPS = {"no-witnesses", "few-witnesses"}
FROM_WITNESSES = {"not-witnessed", "table-not-witnessed", "witness-silent"}


def time_gaps(case):
    if case.table is None:
        return []
    gap = witness_gap(case)
    gaps = [] if gap is None else [gap]
    if chain_kind(chain_of(case.table)) != "quicknet":
        gaps.append("house-run-beacon")
    return gaps


def verdict_of(case, steps, gaps):
    if any(state == "refuted" for _, state, _, _ in steps):
        return "breach"
    steps = [step for step in steps if step[2] not in WITNESS_GAPS]
    waiting = [(reason, due) for _, state, reason, due in steps if state == "open" and reason != "blocked"]
    now = case.known.get("nowMs")
    due = [reason for reason, due in waiting if due is None or now is None or now >= due]
    if any(reason not in ("not-sealed-yet", "not-drawn-yet") for reason in due):
        of_house = not any(reason in FROM_READER | FROM_WITNESSES for reason in due)
        return "overdue" if of_house and is_result_due(case) else "incomplete"
    if due:
        return "overdue"
    if waiting:
        return "pending"
    if any(state != "ok" for _, state, _, _ in steps):
        return "incomplete"
    if case.is_void:
        return "void-time-not-proven" if gaps else "void"
    return "time-not-proven" if gaps else "verified"


def missing_of(steps):
    missing = {}
    for name, state, reason, _ in steps:
        if state == "open" and reason != "blocked" and reason not in WITNESS_GAPS:
            source = "reader" if reason in FROM_READER else "witnesses" if reason in FROM_WITNESSES else "house"
            missing.setdefault(reason, {"step": name, "reason": reason, "from": source})
    return list(missing.values())


def withheld_of(case, verdict):
    signature = case.known.get("beaconSignature")
    scheduled = scheduled_of(case)
    if verdict != "overdue" or None in (scheduled, signature) or (case.seal is None and case.window is not None):
        return None
    chain, number = scheduled
    if chain_kind(chain) != "quicknet" or is_other_round(case, number) or not verify_round(chain, number, signature):
        return None
    return {"signature": signature, "dice": dice_of(seed_of(chain["hash"], number, signature, case.of("drawId")))}


def is_result_due(case):
    """Neither draw nor void is shown, and by the table that the bundle names both are due."""
    entries = case.of("entries")
    if not all(is_absent(member(entries, name)) for name in ("draw", "void")):
        return False
    scheduled = scheduled_of(case)
    now = case.known.get("nowMs")
    return scheduled is not None and (now is None or now >= time_of(scheduled[1], scheduled[0]) * 1000 + 60_000)


def scheduled_of(case):
    """Chain and round by the table that the bundle names, proven or not, or None."""
    try:
        table = case.table
        if table is None:
            table = decode_as("table", member(member(case.of("table"), "entry"), "body"))
        parts = parse_draw_id(case.of("drawId"))
        if parts is None or parts[0] != table["key"]:
            return None
        chain = chain_of(table)
        return chain, round_for(natural((parts[1] + 1) * int(table["period_seconds"])), chain)
    except Malformed:
        return None


def is_other_round(case, number):
    """Whether the receipt, verified or not, names another round."""
    data = member(member(case.slip, "receipt"), "leafData")
    try:
        leaf = parse_leaf(from_hex(data))
    except Malformed:
        return False
    return leaf is not None and leaf.round != number


def check(kind, proof, known):
    """What the vectors expect of a draw or slip."""
    case, steps = run_steps(kind, proof, known)
    gaps = time_gaps(case)
    verdict = verdict_of(case, steps, gaps)
    is_local = case.table is not None and chain_kind(chain_of(case.table)) == "local"
    return {
        "verdict": verdict,
        "exit": EXIT[verdict],
        "timeGaps": gaps,
        "houseRun": is_local,
        "withheld": withheld_of(case, verdict),
        "missing": missing_of(steps),
        "steps": [[name, state, reason] for name, state, reason, _ in steps],
        "dice": case.dice,
        "payoutMinor": case.values.get("payoutMinor"),
    }
