"""What is owed to a member, sections 12 and 17."""
from bookkeys import is_at_place
from encoding import (
    TOTAL_MAX,
    Malformed,
    Open,
    equal,
    is_absent,
    is_decimal,
    is_hex,
    is_number,
    is_well_formed,
    lp,
    member,
    sha256,
    u64,
    utf16_length,
    whole,
)
from entries import decode_as, entry_hash, is_date, midnight
from notes import open_checkpoint, open_copies, publics, witness_count
from verdict import EXIT
from window import is_confirmed_by

ZERO = (bytes(32), 0)
MISSING_FROM = {
    "not-compared": "reader",
    "not-pinned": "reader",
    "no-part": "house",
    "no-entry": "house",
    "no-place": "house",
    "no-policy": "house",
    "blocked": "house",
    "not-witnessed": "witnesses",
    "other-witnesses": "reader",
}


def is_total(value):
    return is_decimal(value, TOTAL_MAX)


def is_integer(value):
    return is_number(value) and value == int(value) and abs(value) <= 2**53 - 1


def leaf_hash(date, name, nonce, split, amount):
    return sha256(b"\0" + lp("tercet/v1/owed") + lp(date) + lp(name) + nonce + bytes([split]) + u64(amount))


def join(left, right):
    """The node above two, each (hash, sum); None on overflow."""
    total = left[1] + right[1]
    if total > TOTAL_MAX:
        return None
    return sha256(b"\1" + u64(left[1]) + left[0] + u64(right[1]) + right[0]), total


def tree_of(leaves):
    """Levels of the sum tree over (hash, sum) leaves."""
    size = 1
    while size < len(leaves):
        size *= 2
    levels = [list(leaves) + [ZERO] * (size - len(leaves))]
    while len(levels[-1]) > 1:
        level = levels[-1]
        levels.append([join(level[i], level[i + 1]) for i in range(0, len(level), 2)])
    return levels


SPLIT_PARTS = ("split", "nonce", "amountMinor", "index")
SHAPES = {
    "format": lambda value: value == "tercet/v1 owed",
    "date": is_date,
    "userName": lambda value: isinstance(value, str),
    "owedMinor": is_total,
    "root": lambda value: isinstance(value, str),
    "total": is_total,
    "leaves": is_integer,
    "splits": lambda value: isinstance(value, list) and all(isinstance(split, (dict, list)) for split in value),
}


def file_fault(file):
    if not isinstance(file, dict):
        return "bad-format"
    absent = [name for name in SHAPES if is_absent(member(file, name))]
    if not all(shape(file[name]) for name, shape in SHAPES.items() if name not in absent):
        return "bad-format"
    entry = member(file, "entry")
    if not is_absent(entry):
        body = member(entry, "body")
        if not isinstance(entry, (dict, list)) or not (is_absent(body) or isinstance(body, str)):
            return "bad-format"
    return "no-part" if absent else None


def lacks(value, names):
    return isinstance(value, (dict, list)) and any(is_absent(member(value, name)) for name in names)


def has_twice(values):
    return any(equal(a, b) for i, a in enumerate(values) for b in values[i + 1 :])


def own(file, known):
    for name, reason in (("userName", "other-name"), ("date", "other-date"), ("owedMinor", "other-balance")):
        if name in known and known[name] != file[name]:
            return reason
    return None if "owedMinor" in known and "userName" in known else "not-compared"


def splits_fault(file):
    splits = file["splits"]
    if any(lacks(split, SPLIT_PARTS) for split in splits):
        return "no-part"
    if len(splits) != 4:
        return "split-count"
    if has_twice([member(split, "split") for split in splits]):
        return "split-twice"
    if not all(whole(member(split, "split")) in (0, 1, 2, 3) for split in splits):
        return "bad-split"
    if has_twice([member(split, "index") for split in splits]):
        return "index-twice"
    if has_twice([member(split, "nonce") for split in splits]):
        return "nonce-twice"
    amounts = [member(split, "amountMinor") for split in splits]
    if not all(map(is_total, [file["owedMinor"], *amounts])):
        return "bad-amount"
    return None if sum(map(int, amounts)) == int(file["owedMinor"]) else "other-sum"


def paths_fault(file):
    complete = [split for split in file["splits"] if not is_incomplete(split)]
    fault = next((fault for fault in (path_fault(file, split) for split in complete) if fault), None)
    return fault or ("no-part" if len(complete) < len(file["splits"]) else None)


def is_incomplete(split):
    path = member(split, "path")
    nodes = path if isinstance(path, list) else []
    return lacks(split, (*SPLIT_PARTS, "path")) or any(lacks(node, ("hash", "sum")) for node in nodes)


def path_fault(file, split):
    name, amount = file["userName"], member(split, "amountMinor")
    if not is_date(file["date"]):
        return "bad-date"
    if not 1 <= utf16_length(name) <= 255 or not is_well_formed(name):
        return "bad-name"
    if not is_hex(member(split, "nonce"), 32):
        return "bad-nonce"
    number = whole(member(split, "split"))
    if number not in (0, 1, 2, 3):
        return "bad-split"
    if not is_total(amount):
        return "bad-amount"
    leaves = whole(file["leaves"])
    if not is_hex(file["root"], 32) or not is_total(file["total"]) or leaves is None:
        return "bad-tree"
    if leaves < 1 or leaves > 2**40 or leaves & (leaves - 1):
        return "bad-tree"
    index, path = whole(member(split, "index")), member(split, "path")
    if index is None or index >= leaves:
        return "bad-index"
    if not isinstance(path, list) or 2 ** len(path) != leaves:
        return "path-length"
    if not all(is_hex(member(one, "hash"), 32) and is_total(member(one, "sum")) for one in path):
        return "bad-sum"
    node = (leaf_hash(file["date"], name, bytes.fromhex(split["nonce"]), number, int(amount)), int(amount))
    for level, one in enumerate(path):
        other = (bytes.fromhex(one["hash"]), int(one["sum"]))
        node = join(other, node) if index >> level & 1 else join(node, other)
        if node is None:
            return "overflow"
    if node[0].hex() != file["root"]:
        return "other-root"
    return None if str(node[1]) == file["total"] else "other-total"


def entry_fault(file, known):
    body = member(file.get("entry"), "body")
    if is_absent(file.get("entry")) or is_absent(body):
        return "no-entry"
    try:
        entry = decode_as("liabilities", body)
    except Malformed:
        return "bad-entry"
    listed, own_hash = member(file.get("entry"), "hash"), entry_hash(body)
    if is_absent(listed):
        return "no-entry"
    if listed != own_hash or known.get("entryHash", own_hash) != own_hash:
        return "entry-hash"
    same = all(file[name] == entry[name] for name in ("date", "root", "total"))
    return None if same and str(whole(file["leaves"])) == entry["leaves"] else "other-entry"


def place_fault(file, known):
    body = member(file.get("entry"), "body")
    if is_absent(file.get("entry")) or is_absent(body):
        return "blocked"
    place = member(file, "inBook")
    if is_absent(place):
        return "no-place"
    if not known.get("logKeys"):
        return "not-pinned"
    note = member(place, "checkpoint")
    if is_absent(note):
        return "no-place"
    checkpoint = open_checkpoint(note, known["logKeys"]) if isinstance(note, str) else None
    if checkpoint is None:
        return "checkpoint-key"
    if "origin" in known and known["origin"] != checkpoint.origin:
        return "other-origin"
    try:
        held = is_at_place(entry_hash(body), place, checkpoint.size, checkpoint.root)
    except Open:
        return "no-place"
    except Malformed:
        return "bad-format"
    if not held:
        return "not-in-book"
    policy = known.get("policy")
    if policy is None:
        return "no-policy"
    return witness_fault(note, checkpoint.origin, policy, known)


def witness_fault(note, origin, policy, known):
    if policy["quorum"] == 0:
        return None
    table = {"origin": origin, "witnesses": policy["witnesses"], "quorum": str(policy["quorum"])}
    seen = open_copies([note], table, known["logKeys"])
    if seen.met_at is None:
        return "not-witnessed"
    return None if is_confirmed_by(seen, None, table, known.get("confirmedWitnesses")) else "other-witnesses"


def gaps_of(known):
    policy = known.get("policy")
    if policy is None or policy["quorum"] == 0:
        return ["no-witnesses"]
    count = witness_count(policy["witnesses"], publics(known.get("logKeys") or []))
    return ["few-witnesses"] if count < 3 else []


def check(file, known):
    """What the vectors expect of an owed file."""
    if file_fault(file):
        reasons = [("file", file_fault(file))]
    else:
        reasons = [
            ("file", None),
            ("own", own(file, known)),
            ("splits", splits_fault(file)),
            ("paths", paths_fault(file)),
            ("entry", entry_fault(file, known)),
            ("place", place_fault(file, known)),
        ]
    steps = [[name, "ok" if r is None else "open" if r in MISSING_FROM else "refuted", r] for name, r in reasons]
    gaps = gaps_of(known)
    waiting = [reason for _, state, reason in steps if state == "open" and reason != "blocked"]
    if any(state == "refuted" for _, state, _ in steps):
        verdict = "breach"
    elif not waiting:
        verdict = "time-not-proven" if gaps else "verified"
    elif "nowMs" in known and known["nowMs"] < (midnight(file["date"]) + 3600) * 1000 and not (
        set(waiting) - {"no-entry", "no-place"}
    ):
        verdict = "pending"
    else:
        verdict = "incomplete"
    missing = [
        {"step": name, "reason": reason, "from": MISSING_FROM[reason]}
        for name, state, reason in steps
        if state == "open" and reason != "blocked"
    ]
    return {"verdict": verdict, "exit": EXIT[verdict], "timeGaps": gaps, "missing": missing, "steps": steps}
