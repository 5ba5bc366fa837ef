"""Verifier keys, signed notes, checkpoints and cosignatures, sections 10.4 to 10.6."""
import functools
import re
from collections import namedtuple

import ed25519
from encoding import SAFE_MAX, from_base64, is_decimal, is_well_formed, sha256, utf8, utf16_length, Malformed
from trees import EMPTY_ROOT

NOTE_KEY, WITNESS_KEY = 1, 4
SPACES = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f]")

Key = namedtuple("Key", "name id type public")
Note = namedtuple("Note", "text lines")
Checkpoint = namedtuple("Checkpoint", "origin size root")
Seen = namedtuple("Seen", "size root cosignatures met_at")


def is_name(name):
    return name != "" and is_well_formed(name) and not any(c == "+" or ord(c) < 0x20 or c in SPACES for c in name)


@functools.lru_cache(maxsize=4096)
def parse_key(text):
    """The verifier key, or None."""
    if not isinstance(text, str) or text.count("+") < 2:
        return None
    name, key_id, encoded = text.split("+", 2)
    data = from_base64(encoded)
    if data is None or len(data) != 33 or data[0] not in (NOTE_KEY, WITNESS_KEY) or not is_name(name):
        return None
    if sha256(utf8(name) + b"\n" + data)[:4].hex() != key_id:
        return None
    return Key(name, key_id, data[0], data[1:])


@functools.lru_cache(maxsize=65536)
def parse_note(note):
    if not isinstance(note, str) or utf16_length(note) > 1_000_000 or not is_well_formed(note):
        return None
    if not note.endswith("\n") or CONTROLS.search(note):
        return None
    split = note.rfind("\n\n")
    if split < 0:
        return None
    lines = note[split + 2 : -1].split("\n")
    if len(lines) > 64:
        return None
    parsed = []
    for line in lines:
        parts = line.split(" ")
        if len(parts) != 3 or parts[0] != "\u2014" or not is_name(parts[1]):
            return None
        data = from_base64(parts[2])
        if data is None or len(data) < 5:
            return None
        parsed.append((parts[1], data[:4].hex(), data[4:]))
    return Note(note[: split + 1], tuple(parsed))


def lines_of(note, key):
    return [data for name, key_id, data in note.lines if name == key.name and key_id == key.id]


def state_of(note, key):
    """`valid`, `failed`, or None where the key has no line."""
    if key is None or key.type != NOTE_KEY:
        return None
    lines = lines_of(note, key)
    if not lines:
        return None
    message = utf8(note.text)
    return "valid" if all(ed25519.verify(key.public, message, line) for line in lines) else "failed"


@functools.lru_cache(maxsize=65536)
def parse_checkpoint(text):
    """A checkpoint from a note's text, or None."""
    if not text.endswith("\n") or CONTROLS.search(text) or not is_well_formed(text):
        return None
    lines = text[:-1].split("\n")
    if len(lines) < 3 or "" in lines or len(lines[1]) > 16 or not is_decimal(lines[1], SAFE_MAX):
        return None
    root = from_base64(lines[2])
    if root is None or len(root) != 32 or (lines[1] == "0" and root != EMPTY_ROOT):
        return None
    return Checkpoint(lines[0], int(lines[1]), root.hex())


def open_checkpoint(note, keys):
    parsed = parse_note(note)
    checkpoint = parsed and parse_checkpoint(parsed.text)
    if not checkpoint:
        return None
    own = [key for key in map(parse_key, keys) if key is not None and key.name == checkpoint.origin]
    states = [state_of(parsed, key) for key in own]
    return checkpoint if "valid" in states and "failed" not in states else None


@functools.lru_cache(maxsize=65536)
def cosignature(note, witness):
    """The second at which the witness cosigned, or None."""
    key, parsed = parse_key(witness), parse_note(note)
    if key is None or key.type != WITNESS_KEY or parsed is None or parse_checkpoint(parsed.text) is None:
        return None
    earliest = None
    for line in lines_of(parsed, key):
        if len(line) != 72:
            return None
        second = int.from_bytes(line[:8], "big")
        if second == 0 or second > SAFE_MAX:
            continue
        message = utf8(f"cosignature/v1\ntime {second}\n{parsed.text}")
        if not ed25519.verify(key.public, message, line[8:]):
            return None
        earliest = second if earliest is None else min(earliest, second)
    return earliest


def text_of(note):
    """What copies of a checkpoint have in common."""
    if not isinstance(note, str):
        raise Malformed("no note")
    return note[: note.rfind("\n\n") + 1]


def open_copies(notes, table, keys):
    """One checkpoint from its copies under a table, or None where no copy opens or the origin is another."""
    opened = next((one for one in (open_checkpoint(note, keys) for note in notes) if one is not None), None)
    if opened is None or opened.origin != table["origin"]:
        return None
    house = {*publics(keys), bytes.fromhex(table.get("receipt_key", ""))}
    times = {}
    for note in notes:
        for witness in table["witnesses"]:
            second = cosignature(note, witness)
            if second is not None and parse_key(witness).public not in house:
                public = parse_key(witness).public
                times[public] = min(second, times.get(public, second))
    quorum = int(table["quorum"])
    ordered = sorted(times.values())
    met_at = ordered[quorum - 1] if 0 < quorum <= len(ordered) else None
    return Seen(opened.size, opened.root, times, met_at)


def witness_count(witnesses, house_keys):
    """Different public keys of witnesses, without the house's own (bytes)."""
    keys = {key.public for key in map(parse_key, witnesses) if key is not None and key.type == WITNESS_KEY}
    return len(keys - set(house_keys))


def publics(keys):
    return [key.public for key in map(parse_key, keys) if key is not None]
