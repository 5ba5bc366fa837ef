"""Slips, receipts, dice and payouts, sections 6 to 8."""
import base64
import hmac
import re
import zlib
from collections import namedtuple

import ed25519
from encoding import SAFE_MAX, from_hex, is_hex, lp, sha256, u16, u32, u64, utf16_length, Malformed
from entries import BETS, ORIGIN, parse_draw_id

Leaf = namedtuple("Leaf", "origin draw_id slip_id commitment table_hash round lock accepted_ms selections")
SLIP_TAG = lp("tercet/v1/slip")
SPACE = re.compile("[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]")


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        self.at += length
        if self.at > len(self.data):
            raise Malformed("too short")
        return self.data[self.at - length : self.at]

    def number(self, length):
        return int.from_bytes(self.take(length), "big")

    def prefixed(self):
        return self.take(self.number(2))


def parse_leaf(data):
    """The leaf of leaf data, or None where it is refused."""
    try:
        return read_leaf(data)
    except (Malformed, UnicodeDecodeError):
        return None


def read_leaf(data):
    cursor = Cursor(data)
    if cursor.take(len(SLIP_TAG)) != SLIP_TAG:
        raise Malformed("another tag")
    origin, draw_id = cursor.prefixed().decode("ascii"), cursor.prefixed().decode("ascii")
    slip_id, commitment, table_hash = cursor.take(16), cursor.take(32), cursor.take(32)
    numbers = [cursor.number(8) for _ in range(3)]
    selections = []
    for _ in range(cursor.number(2)):
        selections.append((cursor.prefixed().decode("ascii"), cursor.number(8)))
    codes = [code for code, _ in selections]
    fits = cursor.at == len(data) and ORIGIN.fullmatch(origin) and parse_draw_id(draw_id) and selections
    known = all(code in BETS for code in codes) and codes == sorted(set(codes))
    total = sum(stake for _, stake in selections)
    if not fits or not known or total > SAFE_MAX or min(stake for _, stake in selections) < 1 or max(numbers) > SAFE_MAX:
        raise Malformed("refused")
    hexes = slip_id.hex()
    uuid = "-".join((hexes[:8], hexes[8:12], hexes[12:16], hexes[16:20], hexes[20:]))
    return Leaf(origin, draw_id, uuid, commitment.hex(), table_hash.hex(), *numbers, selections)


def write_leaf(leaf):
    """Leaf data of a leaf."""
    out = SLIP_TAG + lp(leaf.origin) + lp(leaf.draw_id) + bytes.fromhex(leaf.slip_id.replace("-", ""))
    out += from_hex(leaf.commitment, 32) + from_hex(leaf.table_hash, 32)
    out += u64(leaf.round) + u64(leaf.lock) + u64(leaf.accepted_ms) + u16(len(leaf.selections))
    return out + b"".join(lp(code) + u64(stake) for code, stake in leaf.selections)


def commitment_of(user_name, salt):
    if not isinstance(user_name, str):
        raise Malformed("no name")
    return sha256(lp(user_name) + lp(from_hex(salt, 32))).hex()


def is_signed(leaf_data, signature, public_key):
    """Whether the receipt key (hex) signed the leaf data (bytes)."""
    if not is_hex(signature, 64) or not is_hex(public_key, 32):
        return False
    message = lp("tercet/v1/receipt") + leaf_data
    return ed25519.verify(bytes.fromhex(public_key), message, bytes.fromhex(signature))


def parse_text(text):
    """(problem, receipt) of a receipt as text."""
    if not isinstance(text, str) or utf16_length(text) > 4096:
        return "other", None
    whole = SPACE.sub("", text)
    found = re.match(r"tercet:([0-9]{1,9}):", whole)
    if not found:
        return "other", None
    if not whole.startswith("tercet:1:"):
        return ("newer" if int(found[1]) > 1 else "damaged"), None
    data = from_base64url(whole[len("tercet:1:") :])
    if data is None or len(data) < 4 or u32(zlib.crc32(b"tercet:1:" + data[:-4])) != data[-4:]:
        return "damaged", None
    try:
        cursor = Cursor(data[:-4])
        leaf_data, signature, key = cursor.prefixed(), cursor.take(64), cursor.take(32)
        name, salt = cursor.prefixed().decode("utf-8"), cursor.take(32)
    except (Malformed, UnicodeDecodeError):
        return "malformed", None
    if cursor.at != len(data) - 4 or parse_leaf(leaf_data) is None:
        return "malformed", None
    return None, {
        "leafData": leaf_data.hex(),
        "signature": signature.hex(),
        "publicKey": key.hex(),
        "userName": name,
        "salt": salt.hex(),
    }


def from_base64url(text):
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        return None
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if base64.urlsafe_b64encode(data).decode().rstrip("=") == text else None


def seed_of(chain_hash, round_number, signature, draw_id):
    parts = lp("tercet/v1/seed") + lp(from_hex(chain_hash, 32)) + u64(round_number)
    return sha256(parts + lp(from_hex(signature, 48)) + lp(draw_id))


def dice_of(seed):
    dice, index = [], 0
    while len(dice) < 3:
        block = hmac.new(seed, b"tercet/v1/dice" + u32(index), "sha256").digest()
        dice += [byte % 6 + 1 for byte in block if byte < 252]
        index += 1
    return dice[:3]


def hits(bet, dice):
    """Which multiplier of a bet the dice give, from 1; 0 where it loses."""
    total, shown = sum(dice), set(dice)
    if bet == "small":
        return int(total <= 10)
    if bet == "big":
        return int(total >= 11)
    if bet in ("odd", "even"):
        return int((total % 2 == 1) == (bet == "odd"))
    if bet[0] == "s":
        return int(bet == f"s{total}")
    if bet == "t":
        return int(len(shown) == 1)
    numbers = [int(number) for number in bet[1:]]
    if bet[0] == "n":
        return dice.count(numbers[0])
    if bet[0] == "p":
        return int(shown.issuperset(numbers))
    return int(dice.count(numbers[0]) >= {"d": 2, "t": 3}[bet[0]])


def multipliers_of(bet, value):
    """The multipliers of a bet in a table entry, as numbers."""
    return [int(one) for one in (value if bet[0] == "n" else [value])]


def payout(selections, multipliers, dice):
    paid = 0
    for bet, stake in selections:
        if bet not in multipliers:
            raise Malformed("not offered")
        hit = hits(bet, dice)
        if hit:
            paid += stake * multipliers_of(bet, multipliers[bet])[hit - 1] // 10_000
    return paid
