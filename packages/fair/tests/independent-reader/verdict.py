"""Verdicts of a draw or slip, section 16."""
from entries import chain_kind, chain_of, verify_round
from receipts import dice_of, seed_of
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
FROM_READER = {"not-pinned", "no-receipt", "no-draw", "other-witnesses"}
# An open `witness` step with one of these is a time gap, and nothing that is missing.
WITNESS_GAPS = {"no-witnesses", "few-witnesses"}
FROM_WITNESSES = {"not-witnessed", "table-not-witnessed", "witness-silent"}


def time_gaps(case):
    if case.table is None:
        return []
    gap = witness_gap(case)
    gaps = [] if gap is None else [gap]
    if not case.is_void and chain_kind(chain_of(case.table)) != "quicknet":
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
        return "incomplete"
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
    if verdict != "overdue" or None in (case.table, case.round, case.seal, signature):
        return None
    chain = chain_of(case.table)
    if chain_kind(chain) != "quicknet" or not verify_round(chain, case.round, signature):
        return None
    return {"signature": signature, "dice": dice_of(seed_of(chain["hash"], case.round, signature, case.of("drawId")))}


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
