"""Runs the vector files of encodings, signatures and trees."""
import re

import ed25519
import entries
import notes
import owed
import receipts
from encoding import Malformed, from_base64, is_decimal, is_hex, whole, SAFE_MAX
from trees import is_consistent, is_included, leaf_hash, root_of

REFUSED = "refused"
TILE = re.compile(r"tile/(entries|0|[1-9][0-9]?)/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


def attempt(compute):
    try:
        return compute()
    except (Malformed, ValueError, TypeError, KeyError, OverflowError):
        return REFUSED


def beacon(file):
    for one in file["signatures"]:
        chain = file["chains"][one["chain"]]
        yield one["name"], one["valid"], entries.verify_round(chain, one["round"], one["signature"])
    for one in file["kinds"]:
        yield one["name"], one["kind"], kind_of(one["chain"])


def kind_of(chain):
    kind = attempt(lambda: entries.chain_kind(chain))
    return "unknown" if kind == REFUSED else kind


def canonical(file):
    for one in file["texts"]:
        came = attempt(lambda: entries.parse_canonical(one["text"])) is not REFUSED
        yield one["text"], one["valid"], came
    for one in file["entries"]:
        entry = attempt(lambda: entries.decode(one["body"]))
        yield one["name"], one["valid"], entry != REFUSED
        if one["valid"]:
            yield f"{one['name']}, hash", one["hash"], entries.entry_hash(one["body"])


def dice(file):
    for one in file["draws"]:
        seed = receipts.seed_of(one["chainHash"], one["round"], one["signature"], one["drawId"])
        yield one["name"], [one["seed"], one["dice"]], [seed.hex(), receipts.dice_of(seed)]
    for one in file["seeds"]:
        yield one["name"], one["dice"], receipts.dice_of(bytes.fromhex(one["seed"]))
    for one in file["malformed"]:
        yield one["name"], REFUSED, attempt(lambda: checked_seed(one))


def checked_seed(one):
    if not whole(one["round"]) or entries.parse_draw_id(one["drawId"]) is None:
        raise Malformed("round or draw id")
    return receipts.seed_of(one["chainHash"], one["round"], one["signature"], one["drawId"]).hex()


def merkle(file):
    for one in file["trees"]:
        yield one["name"], one["root"], root_of([leaf_hash(bytes.fromhex(data)) for data in one["leaves"]]).hex()
    for one in file["proofs"]:
        came = is_included(one["leafHash"], one["index"], one["size"], one["proof"], one["root"])
        yield one["name"], one["valid"], came


def receipt(file):
    for one in file["slips"]:
        leaf = receipts.parse_leaf(bytes.fromhex(one["leafData"]))
        yield one["name"], one["leaf"], leaf and leaf_as_json(leaf)
        yield f"{one['name']}, written", one["leafData"], leaf and receipts.write_leaf(leaf).hex()
        yield f"{one['name']}, hash", one["leafHash"], leaf_hash(bytes.fromhex(one["leafData"])).hex()
        came = receipts.commitment_of(one["userName"], one["salt"])
        yield f"{one['name']}, commitment", one["leaf"]["commitment"], came
        yield f"{one['name']}, signature", True, is_receipt(one)
    for one in file["receipts"]:
        yield one["name"], one["valid"], is_receipt(one)
    for one in file["malformedLeafData"]:
        yield one["name"], None, receipts.parse_leaf(bytes.fromhex(one["leafData"]))


def leaf_as_json(leaf):
    selections = [{"bet": bet, "stakeMinor": str(stake)} for bet, stake in leaf.selections]
    names = "origin drawId slipId commitment tableHash round tLock acceptedMs".split()
    return {**dict(zip(names, leaf[:8])), "selections": selections}


def is_receipt(one):
    """Leaf data and signature; with name and salt also the commitment. One of the two alone does not hold."""
    leaf = receipts.parse_leaf(bytes.fromhex(one["leafData"])) if is_hex(one["leafData"]) else None
    if leaf is None or ("userName" in one) != ("salt" in one):
        return False
    if "userName" in one and attempt(lambda: receipts.commitment_of(one["userName"], one["salt"])) != leaf.commitment:
        return False
    return receipts.is_signed(bytes.fromhex(one["leafData"]), one["signature"], one["publicKey"])


def receipt_text(file):
    for one in file["texts"]:
        yield one["name"], [one["problem"], one["receipt"]], list(receipts.parse_text(one["text"]))


def schedule(file):
    for one in file["schedules"]:
        chain = {"genesis": one["genesis"], "period": one["beaconPeriod"]}
        lock = (one["period"] + 1) * one["periodSeconds"]
        number = entries.round_for(lock, chain)
        came = [entries.parse_draw_id(one["drawId"]), lock, number, entries.time_of(number, chain)]
        yield one["name"], [(one["key"], one["period"]), one["tLock"], one["round"], one["roundTime"]], came
    for one in file["drawIds"]:
        yield one["drawId"], one["valid"], entries.parse_draw_id(one["drawId"]) is not None
    for one in file["periods"]:
        yield f"period at {one['now']}", one["period"], int(one["now"] // one["periodSeconds"])
    for one in file["periodLengths"]:
        seconds, beacon_period = whole(one["periodSeconds"]), whole(one["beaconPeriod"])
        came = None not in (seconds, beacon_period) and entries.is_period_length(seconds, beacon_period)
        yield f"{one['periodSeconds']} s on {one['beaconPeriod']} s", one["valid"], came


def sum_tree(file):
    for one in file["trees"]:
        leaves = [leaf_of(one["date"], leaf) for leaf in one["leaves"]]
        top = owed.tree_of(leaves)
        came = [[h.hex() for h, _ in leaves], len(top[0]), top[-1][0][0].hex(), str(top[-1][0][1])]
        yield one["name"], [one["leafHashes"], one["paddedLeaves"], one["root"], one["total"]], came
    for one in file["owed"]:
        yield one["userName"], None, claim_fault(one)
    base = next(one for one in file["owed"] if one["userName"] == file["cheats"]["of"])
    for one in file["cheats"]["cases"]:
        yield one["name"], one["fault"], claim_fault(changed(base, one["changes"]))


def claim_fault(claim):
    if not isinstance(claim["splits"], list):
        return "split-count"
    return owed.splits_fault(claim) or owed.paths_fault(claim)


def leaf_of(date, leaf):
    amount = int(leaf["amountMinor"])
    return owed.leaf_hash(date, leaf["userName"], bytes.fromhex(leaf["nonce"]), leaf["part"], amount), amount


def changed(value, changes):
    import copy

    out = copy.deepcopy(value)
    for path, new in changes.items():
        keys = path.split(".")
        holder = out
        for key in keys[:-1]:
            holder = holder[int(key) if isinstance(holder, list) else key]
        holder[int(keys[-1]) if isinstance(holder, list) else keys[-1]] = new
    return out


def log(file):
    for one in file["keys"]:
        key = notes.parse_key(one["vkey"])
        came = key and {"name": key.name, "keyId": key.id, "algorithm": key.type, "publicKey": key.public.hex()}
        yield one["name"], one["key"], came
    for one in file["notes"]:
        note = notes.parse_note(one["note"])
        came = note and {"text": note.text, "lines": [[name, key_id] for name, key_id, _ in note.lines]}
        yield one["name"], one["parsed"], came
        for signer in one["signers"]:
            is_signed = note is not None and notes.state_of(note, notes.parse_key(signer["vkey"])) == "valid"
            yield f"{one['name']}, {signer['vkey']}", signer["valid"], is_signed
    for one in file["checkpoints"]:
        yield one["name"], one["checkpoint"], as_json(notes.parse_checkpoint(one["text"]))
    for one in file["opened"]:
        yield one["name"], one["checkpoint"], as_json(notes.open_checkpoint(one["note"], one["logKeys"]))
    yield from cosigned(file)
    for one in file["consistency"]:
        came = is_consistent(one["from"], one["to"], one["fromRoot"], one["toRoot"], one["proof"])
        yield one["name"], one["valid"], came
    for one in file["tilePaths"]:
        yield one["path"], one["tile"], tile_of(one["path"])
    for one in file["tileSizes"]:
        yield f"tiles of {one['size']}", one["levels"], levels_of(one["size"])
    for one in file["bundles"]:
        came = entries_of(bytes.fromhex(one["bundle"]))
        yield one["name"], one["entries"], came and [entry.hex() for entry in came]
    for one in file["proofs"]:
        expected = one["parsed"] and {name: one["parsed"][name] for name in ("index", "proof", "checkpoint", "extra")}
        yield one["name"], expected, parse_proof(one["text"])


def as_json(checkpoint):
    return checkpoint and dict(checkpoint._asdict())


def cosigned(file):
    for one in file["cosigned"]:
        times = {}
        for witness in one["witnesses"]:
            second = notes.cosignature(one["note"], witness)
            if second is not None:
                public = notes.parse_key(witness).public
                times[public] = min(second, times.get(public, second))
        ordered = sorted(times.values())
        yield one["name"], sorted(found["atSeconds"] for found in one["found"]), ordered
        for met in one["met"]:
            quorum = whole(met["quorum"]) or 0
            came = ordered[quorum - 1] if 0 < quorum <= len(ordered) else None
            yield f"{one['name']}, quorum {met['quorum']}", met["at"], came


def tile_of(path):
    found = TILE.fullmatch(path) if isinstance(path, str) else None
    if found is None:
        return None
    index, width = int(found[2].replace("x", "").replace("/", "")), int(found[3] or 256)
    groups = len(found[2].split("/"))
    if width > 256 or (found[3] and width == 256) or index > SAFE_MAX or groups != max(1, -(-len(str(index)) // 3)):
        return None
    level = found[1] if found[1] == "entries" else int(found[1])
    return None if level != "entries" and level > 63 else {"level": level, "index": index, "width": width}


def levels_of(size):
    levels = []
    while size > 0:
        levels.append([size // 256, size % 256])
        size //= 256
    return levels


def entries_of(data):
    out, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 2], "big")
        if at + 2 + length > len(data) or len(data) - at < 2 or len(out) == 256:
            return None
        out.append(data[at + 2 : at + 2 + length])
        at += 2 + length
    return out or None


def parse_proof(text):
    if len(text.encode("utf-16-le", "surrogatepass")) // 2 > 2_000_000 or "\n\n" not in text:
        return None
    head, checkpoint = text.split("\n\n", 1)
    lines = head.split("\n")
    extra = None
    if lines.pop(0) != "c2sp.org/tlog-proof@v1":
        return None
    if lines and lines[0].startswith("extra "):
        extra = from_base64(lines.pop(0)[len("extra ") :])
        if not extra:
            return None
    if not lines or not lines[0].startswith("index "):
        return None
    index = lines.pop(0)[len("index ") :]
    hashes = [from_base64(line) for line in lines]
    note = notes.parse_note(checkpoint)
    opened = note and notes.parse_checkpoint(note.text)
    if not is_decimal(index, SAFE_MAX) or len(index) > 16 or len(hashes) > 53:
        return None
    if not all(one is not None and len(one) == 32 for one in hashes) or opened is None or int(index) >= opened.size:
        return None
    return {
        "index": int(index),
        "proof": [one.hex() for one in hashes],
        "checkpoint": checkpoint,
        "extra": extra and extra.hex(),
    }


def signatures(file):
    for one in file["signatures"]:
        parts = [bytes.fromhex(one[name]) for name in ("publicKey", "message", "signature")]
        yield one["name"], one["valid"], ed25519.verify(*parts)


THROWS = [[a, b, c] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]


def is_payable(bet, multipliers):
    """Whether a slip with the bet can be paid by a table with these multipliers."""
    return bet in entries.BETS and bet in multipliers and entries.is_multipliers(multipliers)


def payouts(file):
    for one in file["bets"]:
        came = [receipts.hits(one["bet"], dice) for dice in THROWS]
        yield one["bet"], one["ways"], [came.count(hit + 1) for hit in range(len(one["ways"]))]
    for one, dice in zip(file["outcomes"], THROWS, strict=True):
        came = {bet: hit for bet in entries.BETS if (hit := receipts.hits(bet, dice))}
        yield f"dice {dice}", [one["dice"], one["sum"], one["wins"]], [dice, sum(dice), came]
    for one in file["payouts"]:
        numbers = receipts.multipliers_of(one["bet"], one["multiplier"])
        came = [str(int(one["stakeMinor"]) * number // 10_000) for number in numbers]
        yield f"{one['bet']} {one['stakeMinor']} at {one['multiplier']}", one["paidMinor"], came
    for one in file["slips"]:
        selections = [(selection["bet"], int(selection["stakeMinor"])) for selection in one["selections"]]
        came = [str(receipts.payout(selections, one["multipliers"], dice)) for dice in THROWS]
        yield one["name"], one["paidMinor"], came
    for one in file["refused"]:
        yield one["name"], False, is_payable(one["bet"], one["multipliers"])


FILES = {
    "beacon": beacon,
    "canonical": canonical,
    "dice": dice,
    "ed25519": signatures,
    "log": log,
    "merkle": merkle,
    "payouts": payouts,
    "receipt": receipt,
    "receipt-text": receipt_text,
    "schedule": schedule,
    "sum-tree": sum_tree,
}


def run(name, file):
    return list(FILES[name](file))
