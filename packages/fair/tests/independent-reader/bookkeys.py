"""The keys of a book, section 10.7, and places of entries."""
import ed25519
from encoding import element, is_absent, lp, member, need, need_list, utf8, Open, Refuted
from entries import canonical, decode_as, entry_hash
from notes import NOTE_KEY, open_checkpoint, parse_key
from trees import is_included

NOTICES_MAX = 1000


def is_well_signed(notice):
    old, new = parse_key(notice["old_key"]), parse_key(notice["new_key"])
    if old is None or new is None or old.type != NOTE_KEY or new.type != NOTE_KEY or old.name != new.name:
        return False
    unsigned = {name: value for name, value in notice.items() if name != "signature"}
    message = lp("tercet/v1/notice-of-change") + utf8(canonical(unsigned))
    return ed25519.verify(old.public, message, bytes.fromhex(notice["signature"]))


def is_at_place(hash_hex, place, size, root):
    """Whether the tree contains the hash at the place. Raises Open where the place is not whole."""
    need(place, "no-place")
    index = need(member(place, "index"), "no-place")
    proof = need_list(member(place, "proof"), "no-place")
    if not proof and size > 1:
        raise Open("no-place")
    return is_included(hash_hex, index, size, proof, root)


def read_keys(book, start=None):
    """The book's keys, oldest first. Raises Open, Refuted or Malformed."""
    log_key = need(member(book, "logKey"), "no-log-key")
    parsed = parse_key(log_key) if isinstance(log_key, str) else None
    if parsed is None or parsed.type != NOTE_KEY:
        raise Refuted("bad-log-key")
    bodies = need_list(member(book, "notices"), "no-notices")
    if len(bodies) > NOTICES_MAX:
        raise Refuted("too-many-notices")
    notices = [decode_as("notice-of-change", body) for body in bodies]
    first = start if start is not None else notices[0]["old_key"] if notices else log_key
    chain = [(first, None)]
    for index, notice in enumerate(notices):
        known = [key for key, _ in chain]
        if notice["old_key"] not in known or notice["new_key"] in known:
            continue
        if not is_well_signed(notice):
            raise Refuted("bad-notice")
        chain.append((notice["new_key"], index))
    candidates = [key for key, _ in chain]
    if log_key not in candidates:
        raise Refuted("other-logKey")

    def is_placed(index):
        """None where the place is not shown."""
        noticed = member(book, "noticed")
        note, places = member(noticed, "note"), member(noticed, "places")
        place = element(places, index)
        if any(is_absent(one) for one in (noticed, note, places, place)):
            return None
        checkpoint = open_checkpoint(note, candidates) if isinstance(note, str) else None
        if checkpoint is None:
            return False
        return is_at_place(entry_hash(bodies[index]), place, checkpoint.size, checkpoint.root)

    keys = []
    for key, index in chain:
        if index is not None:
            placed = is_placed(index)
            if placed is None and log_key not in keys:
                raise Open("no-notice-place")
            if placed is False:
                raise Refuted("notice-not-in-book")
            if placed is None:
                break
        keys.append(key)
    former = []
    for index in reversed(range(len(notices))):
        notice, known = notices[index], former + keys
        if notice["new_key"] not in known or notice["old_key"] in known:
            continue
        if is_well_signed(notice) and is_placed(index) is True:
            former.append(notice["old_key"])
    return former[::-1] + keys


