"""A whole book, section 19."""
from bookkeys import is_well_signed
from encoding import Malformed, from_hex, utf8
from entries import (
    chain_of,
    decode,
    decode_as,
    entry_hash,
    midnight,
    parse_draw_id,
    round_for,
    time_of,
    verify_round,
)
from notes import open_checkpoint, open_copies, publics, text_of, witness_count
from receipts import dice_of, seed_of
from trees import EMPTY_ROOT, Frontier, leaf_hash, root_of
from verdict import EXIT
from window import is_backdated


class Lottery:
    def __init__(self):
        self.tables = []
        self.seals, self.voids, self.drawn = {}, {}, set()
        self.next = self.first = self.start = None

    def table_of(self, period):
        return next((one for one in reversed(self.tables) if int(one["first_period"]) <= period), None)


def lock_of(table, period):
    return (period + 1) * int(table["period_seconds"])


def draw_time(table, period):
    chain = chain_of(table)
    return time_of(round_for(lock_of(table, period), chain), chain)


def hash_of(table):
    from entries import canonical

    return entry_hash(canonical(table))


class Witnesses:
    """What witnesses published, by copies."""

    def __init__(self, given):
        self.given = given
        groups = {}
        for note in given["witnessed"]:
            groups.setdefault(text_of(note), []).append(note)
        self.groups = list(groups.values())
        self.roots, self.is_forked, self.met = {}, False, {}
        anybody = {"origin": given["origin"], "witnesses": [], "quorum": "0"}
        for copies in self.groups:
            seen = open_copies(copies, anybody, given["logKeys"])
            if seen is None:
                continue
            if self.roots.get(seen.size, seen.root) != seen.root:
                self.is_forked = True
            self.roots[seen.size] = seen.root

    def met_by(self, table):
        policy = (table["quorum"], *table["witnesses"])
        if policy not in self.met:
            seen = [open_copies(copies, table, self.given["logKeys"]) for copies in self.groups]
            self.met[policy] = [one for one in seen if one is not None and one.met_at is not None]
        return self.met[policy]

    def seen_at(self, index, table):
        return min((one.met_at for one in self.met_by(table) if one.size > index), default=None)

    def has_larger(self, size, by):
        return any(
            one.size > size and min(other.met_at for other in met if other.size >= one.size) <= by
            for met in self.met.values()
            for one in met
        )


class Audit:
    def __init__(self, given):
        self.given = given
        self.is_whole = given["from"] == 0
        self.lotteries, self.findings, self.unproven, self.gaps = {}, [], [], set()
        self.proven, self.last_date = 0, None
        self.stops = []
        self.counts = dict.fromkeys("entries draws seals voids houseRun unwitnessed fewWitnessed slipsChecked".split(), 0)
        self.witnesses = Witnesses(given)
        for body in given["tables"]:
            table = decode_as("table", body)
            self.lotteries.setdefault(table["key"], Lottery()).tables.append(table)

    def find(self, index, draw_id, code):
        self.findings.append((index, draw_id, code))

    def seen_at(self, index, table):
        return None if table["quorum"] == "0" else self.witnesses.seen_at(index, table)

    def has_answered(self, table):
        return all(key in self.given["witnessAnswers"] for key in table["witnesses"])

    def ruled(self, index, draw_id):
        """Lottery, period and table of a draw; None where no table is in force."""
        key, period = parse_draw_id(draw_id)
        lottery = self.lotteries.get(key)
        table = None if lottery is None else lottery.table_of(period)
        if table is None:
            if self.is_whole:
                self.find(index, draw_id, "no-table")
            else:
                self.unproven.append(draw_id)
            return None
        return lottery, period, table

    def table(self, index, table):
        lottery = self.lotteries.setdefault(table["key"], Lottery())
        last = lottery.tables[-1] if lottery.tables else None
        if table["origin"] != self.given["origin"]:
            self.find(index, None, "other-origin")
        if last is not None and last["period_seconds"] != table["period_seconds"]:
            self.find(index, None, "period-length")
        if last is not None and int(last["first_period"]) >= int(table["first_period"]):
            self.find(index, None, "table-order")
        opens = int(table["first_period"]) * int(table["period_seconds"])
        seen = self.seen_at(index, table)
        is_unseen = table["quorum"] != "0" and (seen is None or seen >= opens)
        if opens <= self.proven or (is_unseen and self.has_answered(table)):
            self.find(index, None, "table-too-late")
        elif is_unseen:
            self.unproven.append(f"table/{table['key']}/{table['first_period']}")
        if lottery.start is None:
            lottery.start = int(table["first_period"])
        lottery.tables.append(table)

    def order(self, index, lottery, period, draw_id):
        if lottery.next is not None:
            expected = lottery.next
        else:
            expected = period if lottery.start is None else min(period, lottery.start)
        if period > expected:
            self.find(index, draw_id, "period-missing")
        lottery.first = period if lottery.first is None else lottery.first
        lottery.next = max(period if lottery.next is None else lottery.next, period + 1)

    def compare_table(self, index, lottery, table, entry):
        if hash_of(table) == entry["table"]:
            return
        if self.is_whole or any(hash_of(one) == entry["table"] for one in lottery.tables):
            self.find(index, entry["draw_id"], "other-table")
        else:
            self.unproven.append(f"table/{entry['table']}")

    def seal(self, index, entry, body):
        self.counts["seals"] += 1
        ruled = self.ruled(index, entry["draw_id"])
        self.slips(index, entry)
        if ruled is None:
            return
        lottery, period, table = ruled
        if entry["count"] != "0" and self.is_stopped(entry["draw_id"], period * int(table["period_seconds"])):
            self.find(index, entry["draw_id"], "bets-in-stop")
        house = [bytes.fromhex(table["receipt_key"]), *publics(self.given["logKeys"])]
        if table["quorum"] == "0":
            self.counts["unwitnessed"] += 1
        elif witness_count(table["witnesses"], house) < 3:
            self.counts["fewWitnessed"] += 1
        seen = self.seen_at(index, table)
        if period in lottery.seals:
            if lottery.seals[period]["body"] != body:
                self.find(index, entry["draw_id"], "two-seals")
            return
        self.order(index, lottery, period, entry["draw_id"])
        self.compare_table(index, lottery, table, entry)
        deadline = draw_time(table, period) - 3
        in_time = None
        if table["quorum"] != "0":
            if seen is not None and lock_of(table, period) <= seen <= deadline:
                in_time = True
            elif self.has_answered(table):
                in_time = False
        late = in_time is False or self.proven > deadline
        lottery.seals[period] = {"body": body, "table": table, "in_time": in_time, "late": late}

    def slips(self, index, entry):
        lists = self.given["slips"]
        if lists is None:
            return
        if entry["count"] == "0":
            if entry["root"] != EMPTY_ROOT.hex():
                self.find(index, entry["draw_id"], "slips")
            return
        hashes = lists.get(entry["draw_id"])
        if hashes is None:
            self.gaps.add("no-slips")
            return
        self.counts["slipsChecked"] += 1
        root = root_of([from_hex(one, 32) for one in hashes]).hex()
        if str(len(hashes)) != entry["count"] or root != entry["root"]:
            self.find(index, entry["draw_id"], "slips")

    def void(self, index, entry):
        self.counts["voids"] += 1
        ruled = self.ruled(index, entry["draw_id"])
        if ruled is None:
            return
        lottery, period, table = ruled
        self.counts["houseRun"] += table["beacon_kind"] == "local"
        # The seal may precede what is read, unless a table or seal was read before.
        is_in_order = lottery.next is not None or (lottery.start is not None and period >= lottery.start)
        if period not in lottery.seals and is_in_order:
            self.order(index, lottery, period, entry["draw_id"])
        self.compare_table(index, lottery, table, entry)
        if period in lottery.drawn:
            self.find(index, entry["draw_id"], "void-and-drawn")
        if period in lottery.voids:
            self.find(index, entry["draw_id"], "two-fates")
        lottery.voids[period] = index

    def draw(self, index, entry):
        self.counts["draws"] += 1
        draw_id = entry["draw_id"]
        ruled = self.ruled(index, draw_id)
        if ruled is None:
            return
        lottery, period, table = ruled
        self.counts["houseRun"] += table["beacon_kind"] == "local"
        if period in lottery.drawn:
            self.find(index, draw_id, "drawn-twice")
        lottery.drawn.add(period)
        seal = lottery.seals.get(period)
        if seal is None:
            read_from = [one for one in (lottery.start, lottery.first) if one is not None]
            if any(period >= one for one in read_from):
                self.find(index, draw_id, "drawn-unsealed")
            else:
                self.unproven.append(draw_id)
        elif seal["late"]:
            self.find(index, draw_id, "seal-too-late")
        elif seal["in_time"] is None and seal["table"]["quorum"] != "0":
            self.unproven.append(draw_id)
        if period in lottery.voids and table["quorum"] == "0":
            self.find(index, draw_id, "void-and-drawn")
        chain = chain_of(table)
        number = round_for(lock_of(table, period), chain)
        if entry["round"] != str(number):
            self.find(index, draw_id, "other-round")
            return
        dice = dice_of(seed_of(chain["hash"], number, entry["signature"], draw_id))
        if [str(die) for die in dice] != entry["dice"]:
            self.find(index, draw_id, "dice")
        if not verify_round(chain, number, entry["signature"]):
            self.find(index, draw_id, "signature")
        self.proven = max(self.proven, time_of(number, chain))

    def is_stopped(self, draw_id, opens):
        for what in ("betting", "table/" + parse_draw_id(draw_id)[0]):
            begun = [one for one in self.stops if one["what"] == what and int(one["from"]) <= opens]
            if begun and (begun[-1]["until"] == "0" or opens < int(begun[-1]["until"])):
                return True
        return False

    def stop(self, index, entry):
        key = None if entry["what"] == "betting" else entry["what"].removeprefix("table/")
        lotteries = [one for name, one in self.lotteries.items() if key in (None, name)]
        start = int(entry["from"])
        tables = []
        for one in lotteries:
            if one.tables:
                period = start // int(one.tables[0]["period_seconds"])
                tables.append(one.table_of(period) or one.tables[0])
        if key is not None and not tables:
            if self.is_whole:
                self.find(index, None, "no-table")
            return
        self.stops.append(entry)
        unseen = []
        for table in tables:
            seen = self.seen_at(index, table)
            if table["quorum"] != "0" and (seen is None or seen >= start):
                unseen.append(table)
        if start <= self.proven or any(map(self.has_answered, unseen)):
            self.find(index, None, "stop-too-late")
        elif unseen:
            self.unproven.append(f"stop/{entry['what']}/{entry['from']}")

    def notice(self, index, entry):
        soon = int(entry["from"]) < self.proven + 604_800
        if soon or entry["old_key"] not in self.given["logKeys"] or not is_well_signed(entry):
            self.find(index, None, "notice")

    def liabilities(self, index, entry):
        day, last = midnight(entry["date"]), self.last_date
        self.last_date = day
        if last is not None and day - last != 86400:
            self.find(index, None, "liabilities-missing" if day - last > 86400 else "liabilities-twice")

    def add(self, index, body):
        self.counts["entries"] += 1
        try:
            entry = decode(body)
        except Malformed:
            self.find(index, None, "malformed")
            return
        kind = entry["type"]
        if kind == "seal":
            self.seal(index, entry, body)
        elif kind in ("table", "void", "draw", "liabilities", "stop"):
            getattr(self, kind)(index, entry)
        elif kind == "notice-of-change":
            self.notice(index, entry)

    def due(self, now):
        """Draw ids and days that are pending, and overdue."""
        pending, overdue = [], []
        for key, lottery in self.lotteries.items():
            for period, seal in lottery.seals.items():
                draw_id = f"{key}/{period}"
                if period in lottery.drawn:
                    continue
                if period in lottery.voids:
                    if seal["in_time"] is True and now < draw_time(seal["table"], period) + 600:
                        pending.append(draw_id)
                    elif seal["in_time"] is True:
                        self.find(lottery.voids[period], draw_id, "seal-in-time")
                    elif seal["in_time"] is None and not seal["late"]:
                        self.unproven.append(draw_id)
                else:
                    late = now >= draw_time(seal["table"], period) + 60
                    (overdue if late else pending).append(draw_id)
            expected = lottery.start if lottery.next is None else lottery.next
            if expected is not None:
                table = lottery.table_of(expected) or lottery.tables[0]
                if now >= lock_of(table, expected) + 60:
                    overdue.append(f"{key}/{expected}")
        day = self.next_day()
        if day is not None and now >= day + 3600:
            overdue.append(f"liabilities/{date_of(day)}")
        return pending, overdue

    def next_day(self):
        if self.last_date is not None:
            return self.last_date + 86400
        if not self.is_whole:
            return None
        firsts = [lottery.tables[0] for lottery in self.lotteries.values() if lottery.tables]
        opens = [int(one["first_period"]) * int(one["period_seconds"]) for one in firsts]
        return (min(opens) // 86400 + 1) * 86400 if opens else None


def date_of(seconds):
    import datetime

    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=seconds // 86400)).isoformat()


def check(given):
    """What the vectors expect of a book."""
    checkpoint = open_checkpoint(given["checkpoint"], given["logKeys"])
    audit = Audit(given)
    tree = Frontier(given["from"], [from_hex(peak, 32) for peak in given["peaks"]])
    if audit.witnesses.roots.get(tree.size, tree.root().hex()) != tree.root().hex():
        audit.find(tree.size, None, "fork")
    for body in given["entries"]:
        index = tree.size
        tree.append(leaf_hash(utf8(body)))
        audit.add(index, body)
        root = tree.root().hex()
        if audit.witnesses.roots.get(tree.size, root) != root:
            audit.find(index, None, "fork")
    now = given["nowMs"] // 1000
    pending, overdue = audit.due(now)
    size = checkpoint.size
    if not given["isPinned"]:
        audit.gaps.add("not-pinned")
    if tree.size < size:
        audit.gaps.add("no-entries")
    elif tree.size > size or tree.root().hex() != checkpoint.root:
        audit.find(size, None, "root")
    if audit.witnesses.is_forked:
        audit.find(size, None, "fork")
    if any(is_backdated(met) for met in audit.witnesses.met.values()):
        audit.find(size, None, "backdated-cosignature")
    if audit.witnesses.has_larger(size, (given["nowMs"] - 60_000) // 1000):
        audit.gaps.add("later-entries")
    counts = audit.counts
    gaps = [
        name
        for name, count in (
            ("no-witnesses", counts["unwitnessed"]),
            ("few-witnesses", counts["fewWitnessed"]),
            ("house-run-beacon", counts["houseRun"]),
        )
        if count > 0
    ]
    verdict = (
        "breach"
        if audit.findings
        else "incomplete"
        if audit.gaps or audit.unproven
        else "overdue"
        if overdue
        else "pending"
        if counts["draws"] + counts["voids"] == 0
        else "time-not-proven"
        if gaps
        else "verified"
    )
    return {
        "verdict": verdict,
        "exit": EXIT[verdict],
        "timeGaps": gaps,
        "gaps": sorted(audit.gaps),
        "findings": sorted([list(one) for one in audit.findings], key=str),
        "unproven": sorted(audit.unproven),
        "pending": sorted(pending),
        "overdue": sorted(overdue),
        "counts": counts,
    }
