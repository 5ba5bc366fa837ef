"""The steps of a draw and of a slip, section 15."""
from bookkeys import is_at_place, read_keys
from encoding import MISSING, Malformed, Open, Refuted, equal, from_hex, is_absent, member, need, need_list
from entries import (
    CHAIN_FIELDS,
    chain_of,
    decode_as,
    entry_hash,
    parse_draw_id,
    round_for,
    time_of,
    natural,
    verify_round,
)
from fates import claim_of, conflict_of
from notes import open_copies, parse_key, publics, text_of, witness_count
from receipts import commitment_of, dice_of, is_signed, parse_leaf, payout, seed_of
from trees import is_included, leaf_hash, root_of
from window import check_entries, house_time, is_confirmed_by, note_of, read_window, seals_of

DRAW_STEPS = "origin table schedule witness void seal beacon dice claims".split()
SLIP_STEPS = "origin receipt table schedule witness void seal inclusion beacon dice payout claims".split()
OF_A_RESULT = {"seal", "inclusion", "beacon", "dice"}


class Blocked(Open):
    def __init__(self):
        super().__init__("blocked")


class Case:
    """A bundle, what the reader knows, and what the steps establish."""

    def __init__(self, kind, proof, known):
        self.slip = proof if kind == "slip" else MISSING
        self.draw = member(proof, "draw") if kind == "slip" else proof
        self.known = known
        self.keys = self.table = self.leaf = self.round = self.lock = None
        self.window = self.seal = self.signature = self.draw_entry = self.dice = self.claimed_seed = None
        self.is_void = False
        self.is_overridden = False
        self.table_outcome = None
        self.values = {}

    def of(self, name):
        return member(self.draw, name)

    @property
    def witnessed(self):
        return self.known.get("witnessed") or []

    def is_claimed_drawn(self):
        return not is_absent(self.of("dice")) or not is_absent(member(self.of("entries"), "draw"))

    def seal_due(self):
        return (self.lock or 0) * 1000 + 60_000

    def round_time_ms(self):
        return time_of(self.round, chain_of(self.table)) * 1000

    def draw_due(self):
        return self.round_time_ms() + 60_000

    def silent_witnesses(self):
        answered = self.known.get("witnessAnswers") or []
        return [key for key in self.table["witnesses"] if key not in answered]


def read_listed(kind, entry, reason):
    """The entry as listed. Raises Open, Refuted(entry-hash) or Malformed."""
    body = need(member(entry, "body"), reason)
    listed = need(member(entry, "hash"), reason)
    if not isinstance(body, str):
        raise Malformed("no body")
    if not equal(listed, entry_hash(body)):
        raise Refuted("entry-hash")
    if not equal(need(member(entry, "type"), reason), kind):
        raise Refuted("entry-hash")
    return decode_as(kind, body)


def origin(case):
    need(case.draw, "no-draw")
    body = need(member(need(member(need(case.of("table"), "no-table"), "entry"), "no-table"), "body"), "no-table")
    table = decode_as("table", body)
    book = need(case.of("book"), "no-book")
    need(member(book, "logKey"), "no-log-key")
    pinned = case.known.get("pinned") or {}
    for name, value in (("origin", "origin"), ("receiptKey", "receipt_key"), ("chainHash", "chain_hash")):
        if name in pinned and not equal(pinned[name], table[value]):
            raise Refuted(f"other-{name}")
    keys = read_keys(book, pinned.get("logKey", case.known.get("firstSeenLogKey")))
    for key in keys:
        parsed = parse_key(key)
        if parsed is None or parsed.name != table["origin"]:
            raise Refuted("other-origin")
    case.keys = keys


def receipt(case):
    given = need(member(case.slip, "receipt"), "no-receipt")
    parts = {}
    for name in ("leafData", "signature", "publicKey", "userName", "salt"):
        parts[name] = need(member(given, name), "no-receipt")
    data = from_hex(parts["leafData"])
    leaf = parse_leaf(data)
    if leaf is None:
        raise Refuted("leaf-data")
    table_outcome(case)
    if case.table is None:
        raise Blocked()
    claimed = case.table
    if not equal(parts["publicKey"], claimed["receipt_key"]):
        raise Refuted("other-key")
    if not is_signed(data, parts["signature"], parts["publicKey"]):
        raise Refuted("signature")
    if commitment_of(parts["userName"], parts["salt"]) != leaf.commitment:
        raise Refuted("commitment")
    if leaf.origin != claimed["origin"]:
        raise Refuted("other-origin")
    if not equal(leaf.draw_id, case.of("drawId")):
        raise Refuted("other-draw")
    case.leaf = leaf


def table_outcome(case):
    """None where the rules of `table` but the last end ok, else what they raise. Judged once."""
    if case.table_outcome is None:
        try:
            judge_table(case)
            case.table_outcome = (None,)
        except (Open, Refuted, Malformed) as error:
            case.table_outcome = (error,)
    return case.table_outcome[0]


def table(case):
    error = table_outcome(case)
    if case.table is not None and case.leaf is not None and not equal(case.leaf.table_hash, member(case.of("table"), "hash")):
        case.table = None
        raise Refuted("other-table")
    if error is not None:
        raise error


def judge_table(case):
    need(case.draw, "no-draw")
    shown = need(case.of("table"), "no-table")
    entry = need(member(shown, "entry"), "no-table")
    found = read_listed("table", entry, "no-table")
    if not equal(need(member(shown, "hash"), "no-table"), member(entry, "hash")):
        raise Refuted("entry-hash")
    parts = parse_draw_id(need(case.of("drawId"), "no-draw"))
    if parts is None or parts[0] != found["key"]:
        raise Refuted("other-lottery")
    if int(found["first_period"]) > parts[1]:
        raise Refuted("not-yet-in-force")
    seconds = int(found["period_seconds"])
    if not equal(need(case.of("periodSeconds"), "no-schedule"), seconds):
        raise Refuted("period-length")
    chain, claimed = chain_of(found), need(case.of("chain"), "no-chain")
    for name in CHAIN_FIELDS:
        if not equal(need(member(claimed, name), "no-chain"), chain[name]):
            raise Refuted("other-chain")
    if case.keys is None:
        raise Blocked()
    is_confirmed = place_of_table(case, found, parts[1] * seconds)
    case.table = found
    try:
        check_newer_tables(case, found, parts[1])
    except Refuted:
        case.table = None
        raise
    if not is_confirmed:
        raise Open("other-witnesses")


def check_newer_tables(case, found, period):
    """Whether the tables that the reader read from the book leave this one the last before the lock."""
    listed = case.known.get("tables", MISSING)
    if listed is MISSING:
        return
    own_hash = member(case.of("table"), "hash")
    if listed is None or not any(entry_hash(one["body"]) == own_hash for one in listed):
        raise Open("no-tables")
    own_index = member(member(member(case.of("book"), "table"), "place"), "index")
    newer = [one for one in listed if one["index"] > own_index and is_in_force(one["body"], found["key"], period)]
    if not newer:
        return
    before = open_with_copies(case, found, note_of(member(case.of("book"), "before"), "no-checkpoint"))
    for one in newer:
        if one["index"] >= before.size:
            continue
        hash_hex = entry_hash(one["body"])
        if one["proof"] is None or not is_included(hash_hex, one["index"], before.size, one["proof"], before.root):
            raise Open("no-tables")
        raise Refuted("table-superseded")


def is_in_force(body, key, period):
    try:
        table = decode_as("table", body)
    except Malformed:
        return False
    return table["key"] == key and int(table["first_period"]) <= period


def place_of_table(case, found, opens):
    """Gives whether the reader's own witnesses saw it."""
    shown = need(member(case.of("book"), "table"), "no-table-place")
    seen = need(member(shown, "checkpoint"), "no-table-place")
    checkpoint = open_with_copies(case, found, need(member(seen, "note"), "no-table-place"))
    place = need(member(shown, "place"), "no-table-place")
    if not is_at_place(member(case.of("table"), "hash"), place, checkpoint.size, checkpoint.root):
        raise Refuted("table-not-in-book")
    if found["quorum"] != "0" and checkpoint.met_at is None:
        raise Open("table-not-witnessed")
    shown_ms = house_time(seen) if found["quorum"] == "0" else checkpoint.met_at * 1000
    if shown_ms >= natural(opens) * 1000:
        raise Refuted("table-too-late")
    return is_confirmed_by(checkpoint, opens - 1, found, case.known.get("confirmedWitnesses"))


def open_with_copies(case, found, note):
    text = text_of(note)
    copies = [note] + [one for one in case.witnessed if text_of(one) == text]
    checkpoint = open_copies(copies, found, case.keys)
    if checkpoint is None:
        raise Refuted("checkpoint-key")
    return checkpoint


def schedule(case):
    need(case.draw, "no-draw")
    if case.table is None:
        raise Blocked()
    chain = chain_of(case.table)
    period = parse_draw_id(case.of("drawId"))[1]
    lock = natural((period + 1) * int(case.table["period_seconds"]))
    number = round_for(lock, chain)
    time_of(number, chain)
    if not equal(need(case.of("round"), "no-schedule"), number):
        raise Refuted("other-round")
    if not equal(need(case.of("locksAtMs"), "no-schedule"), lock * 1000):
        raise Refuted("other-lock")
    if case.leaf is not None:
        if case.leaf.round != number or case.leaf.lock != lock:
            raise Refuted("receipt-schedule")
        if case.leaf.accepted_ms >= lock * 1000:
            raise Refuted("accepted-after-lock")
    case.lock, case.round = lock, number


def witness(case):
    if case.keys is None or case.table is None or case.round is None:
        raise Blocked()
    deadline = time_of(case.round, chain_of(case.table)) - 3
    try:
        window = read_window(case.of("book"), case.table, case.keys, case.lock, deadline, case.known)
    except Open as error:
        if error.reason == "not-witnessed" and case.is_claimed_drawn() and not case.silent_witnesses():
            raise Refuted("not-witnessed")
        if error.reason in ("not-witnessed", "later-entries"):
            raise Open(error.reason, case.seal_due())
        raise
    check_entries(window, case.of("drawId"), case.table)
    case.window = window
    if not window.is_confirmed:
        raise Open("other-witnesses")
    if not window.is_followed:
        raise Open("no-consistency")
    gap = witness_gap(case)
    if gap is not None:
        raise Open(gap)


def witness_gap(case):
    """Why the witnesses of the table prove no time; None where they do."""
    if case.table["quorum"] == "0":
        return "no-witnesses"
    house = [bytes.fromhex(case.table["receipt_key"]), *publics(case.keys or [])]
    return "few-witnesses" if witness_count(case.table["witnesses"], house) < 3 else None


def void(case):
    entry = member(case.of("entries"), "void")
    found = read_listed("void", entry, "no-void-place")
    if not equal(found["draw_id"], need(case.of("drawId"), "no-draw")):
        raise Refuted("other-draw")
    if not equal(found["table"], need(member(need(case.of("table"), "no-table"), "hash"), "no-table")):
        raise Refuted("other-table")
    if case.table is None or case.round is None or case.window is None:
        raise Blocked()
    place_after(case, "void", member(entry, "hash"))
    has_seal = bool(seals_of(case.window, case.of("drawId")))
    is_unwitnessed = case.table["quorum"] == "0"
    if case.is_claimed_drawn() and not has_seal and case.window.is_empty and not is_unwitnessed:
        raise Open("no-seal-in-time")
    if case.is_claimed_drawn() and (not has_seal or is_unwitnessed):
        raise Refuted("void-and-drawn")
    if has_seal:
        if case.is_claimed_drawn():
            shown = member(case.of("book"), "after")
            drawn, voided = member(shown, "draw"), member(shown, "void")
            if is_absent(drawn):
                case.is_overridden = True
                return
            if order(member(voided, "index")) > order(need(member(drawn, "index"), "no-place")):
                raise Refuted("void-and-drawn")
            case.is_overridden = True
            return
        due = case.round_time_ms() + 600_000
        now = case.known.get("nowMs")
        if is_unwitnessed:
            raise Refuted("seal-in-time")
        if now is not None and now < due:
            raise Open("overridden", due)
        if case.known.get("undated"):
            raise Open("undated-void")
        raise Refuted("seal-in-time")
    if case.silent_witnesses():
        raise Open("witness-silent")
    case.is_void = True


def order(index):
    return index if isinstance(index, (int, float)) and not isinstance(index, bool) else 0


def place_after(case, what, hash_hex):
    """The rules on a later checkpoint that `void` and `dice` share."""
    missing = f"no-{what}-place"
    after = member(case.of("book"), "after")
    place = need(member(after, what), missing, case.draw_due())
    note = note_of(member(after, "checkpoint"), missing)
    checkpoint = open_with_copies(case, case.table, note)
    if not is_at_place(hash_hex, place, checkpoint.size, checkpoint.root):
        raise Refuted("not-in-book")
    if member(place, "index") < case.window.to:
        raise Refuted("backdated")
    if case.table["quorum"] != "0" and checkpoint.met_at is None:
        raise Open("not-witnessed", case.draw_due())
    if not is_confirmed_by(checkpoint, None, case.table, case.known.get("confirmedWitnesses")):
        raise Open("other-witnesses")


def seal(case):
    if case.window is None:
        raise Blocked()
    entries = need(case.of("entries"), "no-seal")
    claimed = member(entries, "seal")
    bodies = seals_of(case.window, case.of("drawId"))
    if not bodies:
        if case.is_claimed_drawn() and not case.window.is_empty:
            raise Refuted("not-in-time")
        if not is_absent(member(entries, "void")):
            raise Blocked()
        is_claimed = case.is_claimed_drawn() or not is_absent(claimed)
        raise Open("no-seal-in-time" if is_claimed else "not-sealed-yet", case.seal_due())
    if len(bodies) > 1:
        raise Refuted("two-seals")
    found = read_listed("seal", need(claimed, "no-seal"), "no-seal")
    if not equal(found["draw_id"], case.of("drawId")):
        raise Refuted("other-draw")
    if not equal(found["table"], member(case.of("table"), "hash")):
        raise Refuted("other-table")
    if member(claimed, "body") != bodies[0]:
        raise Refuted("other-seal")
    if not equal(need(case.of("root"), "no-seal"), found["root"]):
        raise Refuted("other-seal")
    if not equal(need(case.of("slipCount"), "no-seal"), int(found["count"])):
        raise Refuted("other-seal")
    hashes = case.known.get("leafHashes", MISSING)
    if hashes is not MISSING and hashes is not None:
        if len(hashes) != int(found["count"]):
            raise Refuted("count")
        if root_of([from_hex(one, 32) for one in hashes]).hex() != found["root"]:
            raise Refuted("root")
    case.seal = found
    if hashes is None:
        raise Open("no-slips")


def inclusion(case):
    if case.leaf is None or case.seal is None:
        raise Blocked()
    index = need(member(case.slip, "index"), "no-path", case.seal_due())
    count = need(member(case.slip, "count"), "no-path", case.seal_due())
    proof = need_list(member(case.slip, "proof"), "no-path")
    if not equal(count, int(case.seal["count"])):
        raise Refuted("count")
    data = from_hex(member(member(case.slip, "receipt"), "leafData"))
    if not is_included(leaf_hash(data).hex(), index, count, proof, case.seal["root"]):
        raise Refuted("path")


def beacon(case):
    if case.table is None or case.round is None:
        raise Blocked()
    entries = need(case.of("entries"), "no-draw-entry")
    claimed = member(entries, "draw")
    if is_absent(claimed):
        is_void = not is_absent(member(entries, "void")) and not case.is_overridden
        if is_void or case.seal is None:
            raise Blocked()
        raise Open("not-drawn-yet", case.draw_due())
    found = read_listed("draw", claimed, "no-draw-entry")
    if not equal(found["draw_id"], case.of("drawId")):
        raise Refuted("other-draw")
    if found["round"] != str(case.round):
        raise Refuted("other-round")
    if not equal(need(case.of("signature"), "no-signature"), found["signature"]):
        raise Refuted("other-signature")
    if not verify_round(chain_of(case.table), case.round, found["signature"]):
        raise Refuted("signature")
    case.signature, case.draw_entry = found["signature"], found


def dice(case):
    if case.signature is None:
        raise Blocked()
    seed = seed_of(case.table["chain_hash"], case.round, case.signature, case.of("drawId"))
    own = dice_of(seed)
    if case.draw_entry["dice"] != [str(die) for die in own]:
        raise Refuted("entry-dice")
    told = need(case.of("dice"), "no-dice")
    if not isinstance(told, list):
        raise Malformed("no list")
    if len(told) != 3 or not all(equal(a, b) for a, b in zip(told, own)):
        raise Refuted("dice")
    if not equal(need(case.of("seed"), "no-dice"), seed.hex()):
        raise Refuted("seed")
    if case.window is None:
        raise Blocked()
    place_after(case, "draw", member(member(case.of("entries"), "draw"), "hash"))
    case.dice = own


def payout_step(case):
    if case.leaf is None or case.table is None or (not case.is_void and case.dice is None):
        raise Blocked()
    if case.is_void:
        paid = sum(stake for _, stake in case.leaf.selections)
    else:
        paid = payout(case.leaf.selections, case.table["multipliers"], case.dice)
    stake = sum(amount for _, amount in case.leaf.selections)
    told = case.known.get("payoutMinor")
    is_right = is_absent(told) or told == str(paid)
    if not is_right and not case.is_void and stake > paid and told == str(stake):
        is_right = is_after_return(case)
    case.values["payoutMinor"] = str(paid)
    if not is_right:
        raise Refuted("payout")


def is_after_return(case):
    """Whether the book first shows the draw when the stakes had gone back."""
    shown = member(member(case.of("book"), "after"), "checkpoint")
    checkpoint = open_with_copies(case, case.table, member(shown, "note"))
    seen_ms = house_time(shown) if case.table["quorum"] == "0" else (checkpoint.met_at or 0) * 1000
    return seen_ms >= case.round_time_ms() + 86_400_000


def claims(case):
    own = claim_of(case.draw)
    others = [claim for claim in case.known["claims"] if equal(claim["drawId"], case.of("drawId"))]
    told = ([] if own is None else [own]) + others
    if own is not None and case.known.get("nowMs") is not None and not case.known.get("undated"):
        own["seenMs"] = case.known["nowMs"]
    taken_back_by = taken_back_by_of(case)
    is_open = False
    for index, one in enumerate(told):
        for other in told[index + 1 :]:
            conflict = conflict_of(one, other, taken_back_by)
            if conflict == "undated-void":
                is_open = True
            elif conflict is not None:
                raise Refuted(conflict)
    if is_open:
        raise Open("undated-void")


def taken_back_by_of(case):
    """By when the house could take a void back, ms; None where it could not, `unknown` where a witness may know."""
    if case.table is None or case.table["quorum"] == "0":
        return None
    if case.window is not None and seals_of(case.window, case.of("drawId")):
        return case.round_time_ms() + 600_000
    return "unknown" if case.silent_witnesses() else None


RULES = {
    "origin": origin,
    "receipt": receipt,
    "table": table,
    "schedule": schedule,
    "witness": witness,
    "void": void,
    "seal": seal,
    "inclusion": inclusion,
    "beacon": beacon,
    "dice": dice,
    "payout": payout_step,
    "claims": claims,
}


def run_steps(kind, proof, known):
    """The case, and its steps as (id, state, reason, due_ms)."""
    case = Case(kind, proof, known)
    is_pinned = "logKey" in (known.get("pinned") or {})
    steps = []
    for name in SLIP_STEPS if kind == "slip" else DRAW_STEPS:
        if name == "void" and is_absent(member(case.of("entries"), "void")):
            continue
        if (name == "claims" and not known.get("claims")) or (case.is_void and name in OF_A_RESULT):
            continue
        try:
            RULES[name](case)
            step = (name, "ok", None, None) if is_pinned else (name, "open", "not-pinned", None)
        except Open as error:
            step = (name, "open", error.reason, error.due_ms)
        except Refuted as error:
            step = (name, "refuted", error.reason, None)
        except Malformed:
            step = (name, "refuted", "malformed", None)
        steps.append(step)
    return case, steps
