"""The window of a draw, section 15.6."""
from collections import namedtuple

from encoding import from_hex, is_absent, is_number, member, need, need_list, utf8, MISSING, Malformed, Open, Refuted
from entries import chain_of, decode, parse_draw_id, time_of, verify_round
from notes import open_copies, parse_key, text_of
from trees import Frontier, is_consistent, leaf_hash

Window = namedtuple("Window", "start to entries met_at is_empty is_confirmed is_followed")
ENTRIES_MAX = 100_000


def house_time(seen):
    """The time that the house names, in ms. Raises Open where it names none."""
    at_ms = need(member(seen, "atMs"), "no-time")
    if not is_number(at_ms):
        raise Malformed("no time")
    return at_ms


def note_of(seen, reason):
    return need(member(need(seen, reason), "note"), reason)


def read_window(book, table, keys, lock, deadline, known):
    """Raises Open, Refuted or Malformed."""
    witnessed, later, followed = known.get("witnessed") or [], known.get("laterEntries") or [], known.get("followed")
    before_seen, in_time_seen = member(book, "before"), member(book, "inTime")
    before_note = note_of(before_seen, "no-checkpoint")
    if in_time_seen is MISSING:
        raise Open("no-checkpoint")
    notes = [before_note]
    if in_time_seen is not None:
        notes.append(note_of(in_time_seen, "no-checkpoint"))
    groups = group_notes(book, notes, witnessed, followed)
    opened = {text: open_copies(copies, table, keys) for text, copies in groups.items()}
    before, in_time = (opened[text_of(note)] for note in (notes[0], notes[-1]))
    if before is None or in_time is None:
        raise Refuted("checkpoint-key")
    seen = [one for one in opened.values() if one is not None]
    check_roots(seen)
    if is_backdated(seen):
        raise Refuted("backdated-cosignature")
    check_times(table, (before_seen, before), (in_time_seen, in_time), lock, deadline)
    start, last = before.size, in_time
    for one in seen:
        if one.met_at is None:
            continue
        if one.met_at < lock:
            start = max(start, one.size)
        if one.met_at <= deadline and one.size > last.size:
            last = one
    start = min(start, last.size)
    entries = read_bodies(book, (before, in_time, last), seen, start, later)
    is_empty = in_time_seen is None and last is before
    same = followed is None or is_same_book(opened[text_of(followed)], before, last, known.get("consistency") or [])
    confirmed = known.get("confirmedWitnesses")
    is_confirmed = all(
        any(one.size == size and is_confirmed_by(one, by, table, confirmed) for one in seen)
        for size, by in ((start, lock - 1), (last.size, deadline))
    )
    return Window(start, last.size, entries, last.met_at, is_empty, is_confirmed, same)


def is_confirmed_by(checkpoint, by, table, confirmed):
    """Whether the reader's own witnesses make up a quorum by a second; None is any second."""
    if confirmed is None or table["quorum"] == "0":
        return True
    own = {parse_key(text).public for text in confirmed if parse_key(text) is not None}
    times = [second for witness, second in checkpoint.cosignatures.items() if witness in own]
    return sum(1 for second in times if by is None or second <= by) >= int(table["quorum"])


def is_same_book(followed, before, last, parts):
    """Whether the checkpoint that the reader followed is of this book, as far as it is shown."""
    if followed is None:
        return False
    if before.size <= followed.size <= last.size:
        return True
    small, large = sorted((followed, last), key=lambda one: one.size)
    sizes = (small.size, large.size)
    proof = next((part["proof"] for part in parts if (part["from"], part["to"]) == sizes), [])
    return is_consistent(*sizes, small.root, large.root, proof)


def group_notes(book, notes, witnessed, followed):
    """Copies by their text, in the order of the page."""
    beside = [member(member(book, part), "checkpoint") for part in ("table", "after")] + [member(book, "noticed")]
    beside = [member(one, "note") for one in beside]
    groups = {}
    own = [] if followed is None else [followed]
    for note in [*notes, *witnessed, *(one for one in beside if isinstance(one, str)), *own]:
        groups.setdefault(text_of(note), []).append(note)
    return groups


def check_roots(seen):
    roots = {}
    for one in seen:
        if roots.setdefault(one.size, one.root) != one.root:
            raise Refuted("fork")


def is_backdated(seen):
    """Whether a witness cosigned a larger checkpoint at an earlier second than a smaller one."""
    times = {}
    for one in seen:
        for witness, second in one.cosignatures.items():
            times.setdefault(witness, []).append((second, one.size))
    for own in times.values():
        for t1, s1 in own:
            if any(t1 < t2 and s1 > s2 for t2, s2 in own):
                return True
    return False


def check_times(table, before, in_time, lock, deadline):
    before_seen, first = before
    in_time_seen, second = in_time
    if second.size < first.size:
        raise Refuted("rolled-back")
    if table["quorum"] == "0":
        if house_time(before_seen) >= lock * 1000:
            raise Refuted("before-too-late")
        if in_time_seen is not None and house_time(in_time_seen) > deadline * 1000:
            raise Refuted("in-time-too-late")
        return
    if first.met_at is None or second.met_at is None:
        raise Open("not-witnessed")
    if first.met_at >= lock:
        raise Refuted("before-too-late")
    if second.met_at > deadline:
        raise Refuted("in-time-too-late")


def read_bodies(book, checkpoints, seen, start, later):
    before, in_time, last = checkpoints
    given = need_list(member(book, "entries"), "no-entries")
    needed = in_time.size - before.size
    bodies = given[:needed] + list(later) if last.size > in_time.size else given
    if len(bodies) > ENTRIES_MAX:
        raise Refuted("too-many-entries")
    if len(given) < needed:
        raise Open("no-entries")
    wanted = last.size - before.size
    if len(bodies) < wanted:
        raise Open("later-entries")
    peaks = need_list(member(book, "peaks"), "no-peaks")
    if not peaks and before.size > 0:
        raise Open("no-peaks")
    tree = Frontier(before.size, [from_hex(peak, 32) for peak in peaks])
    if tree.root().hex() != before.root:
        raise Refuted("peaks")
    roots = {one.size: one.root for one in seen}
    entries = []
    for body in bodies[:wanted]:
        if is_absent(body):
            raise Open("no-entries")
        if not isinstance(body, str):
            raise Malformed("no body")
        index = tree.size
        tree.append(leaf_hash(utf8(body)))
        if roots.get(tree.size, tree.root().hex()) != tree.root().hex():
            raise Refuted("entries")
        if index >= start:
            entries.append((body, decode(body)))
    return entries


def check_entries(window, draw_id, table):
    """Raises Refuted on entries that must not be in a window."""
    period = parse_draw_id(draw_id)[1]
    chain = chain_of(table)
    for _, entry in window.entries:
        if entry["type"] == "table" and entry["key"] == table["key"] and int(entry["first_period"]) <= period:
            raise Refuted("table-swapped")
        if entry["type"] != "draw":
            continue
        if entry["draw_id"] == draw_id:
            raise Refuted("backdated")
        number = int(entry["round"])
        if window.met_at is None or time_of(number, chain) <= window.met_at:
            continue
        if verify_round(chain, number, entry["signature"]):
            raise Refuted("backdated")


def seals_of(window, draw_id):
    """Different bodies of the seals of a draw, in order."""
    bodies = [body for body, entry in window.entries if entry["type"] == "seal" and entry["draw_id"] == draw_id]
    return list(dict.fromkeys(bodies))
