"""Bytes, hex, base64, and the reading rules of section 13.1. All sections are those of docs/protocol.md."""
import base64
import binascii
import hashlib
import re

SAFE_MAX = 2**53 - 1
TOTAL_MAX = 2**63 - 1
HEX = re.compile(r"(?:[0-9a-f]{2})*")
DECIMAL = re.compile(r"0|[1-9][0-9]{0,18}")
MISSING = object()


class Malformed(Exception):
    """A value of the wrong type or form."""


class Open(Exception):
    """Evidence is missing: a reason, and the ms until which it is not due (None: due)."""

    def __init__(self, reason, due_ms=None):
        super().__init__(reason)
        self.reason = reason
        self.due_ms = due_ms


class Refuted(Exception):
    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def sha256(data):
    return hashlib.sha256(data).digest()


def u16(number):
    return number.to_bytes(2, "big")


def u32(number):
    return number.to_bytes(4, "big")


def u64(number):
    return number.to_bytes(8, "big")


def utf8(text):
    """UTF-8 of well-formed text."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise Malformed("lone surrogate")


def lp(data):
    if isinstance(data, str):
        data = utf8(data)
    if len(data) > 65535:
        raise Malformed("too long")
    return u16(len(data)) + data


def is_hex(value, length=None):
    return isinstance(value, str) and HEX.fullmatch(value) is not None and (length is None or len(value) == 2 * length)


def from_hex(value, length=None):
    if not is_hex(value, length):
        raise Malformed("no hex")
    return bytes.fromhex(value)


def from_base64(text):
    """None unless the text is canonical."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


def is_decimal(value, maximum):
    return isinstance(value, str) and DECIMAL.fullmatch(value) is not None and int(value) <= maximum


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def whole(value):
    """The whole number of a JSON value, or None."""
    if not is_number(value) or value != value or value in (float("inf"), float("-inf")) or value != int(value):
        return None
    return int(value) if 0 <= value <= SAFE_MAX else None


def utf16_length(text):
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def is_well_formed(text):
    return not any(0xD800 <= ord(char) <= 0xDFFF for char in text)


def member(value, name):
    """A member of a value that is not an object is missing."""
    return value.get(name, MISSING) if isinstance(value, dict) else MISSING


def element(value, index):
    return value[index] if isinstance(value, list) and index < len(value) else MISSING


def is_absent(value):
    return value is MISSING or value is None or value == "" or (isinstance(value, dict) and not value)


def need(value, reason, due_ms=None):
    if is_absent(value):
        raise Open(reason, due_ms)
    return value


def need_list(value, reason):
    if value is MISSING or value is None:
        raise Open(reason)
    if not isinstance(value, list):
        raise Malformed("no list")
    return value


def equal(a, b):
    """Same JSON type and value."""
    if is_number(a) and is_number(b):
        return a == b
    return type(a) is type(b) and a == b
