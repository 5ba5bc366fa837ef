"""Entries of the book, sections 3, 4, 5.1, 10.1 and 10.2."""
import functools
import json
import re

import bls
from encoding import SAFE_MAX, TOTAL_MAX, is_decimal, is_hex, lp, sha256, u64, utf8, Malformed
from trees import leaf_hash

QUICKNET = {
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "publicKey": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "period": 3,
    "genesis": 1692803367,
    "scheme": "bls-unchained-g1-rfc9380",
}
CHAIN_FIELDS = ("hash", "publicKey", "period", "genesis", "scheme")
SCHEME = QUICKNET["scheme"]
BETS = (
    "big d1 d2 d3 d4 d5 d6 even n1 n2 n3 n4 n5 n6 odd p12 p13 p14 p15 p16 p23 p24 p25 p26 p34 p35 p36 p45 p46 p56 "
    "s10 s11 s12 s13 s14 s15 s16 s17 s18 s3 s4 s5 s6 s7 s8 s9 small t t1 t2 t3 t4 t5 t6"
).split()
KEY = re.compile(r"[a-z][a-z0-9-]{0,31}")
DRAW_ID = re.compile(r"([a-z][a-z0-9-]{0,31})/(0|[1-9][0-9]*)")
CODE = re.compile(r"[a-z][a-z0-9-]{0,63}")
LABEL = re.compile(r"[a-z][a-z0-9/-]{0,63}")
STOPPED = re.compile(r"betting|table/[a-z][a-z0-9-]{0,31}")
ORDER = re.compile(r"[ !#-\[\]-~]{0,200}")
PRINTABLE = re.compile(r"[ -~]{1,1024}")
ORIGIN = re.compile(r"[!-*,-~]{1,255}")
DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def matches(pattern):
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def one_of(*texts):
    return lambda value: isinstance(value, str) and value in texts


def parse_draw_id(value):
    """Lottery key and period, or None."""
    found = DRAW_ID.fullmatch(value) if isinstance(value, str) else None
    if found is None or len(found[2]) > 16 or int(found[2]) > SAFE_MAX:
        return None
    return found[1], int(found[2])


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_of(year, month):
    return 29 if month == 2 and is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def is_date(value):
    found = DATE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    return 1 <= month <= 12 and 1 <= day <= days_of(year, month)


def midnight(date):
    """Unix seconds of 00:00 UTC."""
    year, month, day = map(int, DATE.fullmatch(date).groups())
    days = sum(366 if is_leap(y) else 365 for y in range(min(year, 1970), max(year, 1970)))
    days = days if year >= 1970 else -days
    return 86400 * (days + sum(days_of(year, m) for m in range(1, month)) + day - 1)


def chain_kind(chain):
    if chain["scheme"] != SCHEME:
        return "unknown"
    if chain["hash"] == QUICKNET["hash"]:
        return "quicknet" if all(chain[name] == QUICKNET[name] for name in CHAIN_FIELDS) else "unknown"
    local = lp("tercet/v1/local") + lp(bytes.fromhex(chain["publicKey"])) + u64(chain["genesis"]) + u64(chain["period"])
    return "local" if chain["hash"] == sha256(local).hex() else "unknown"


def chain_of(table):
    return {
        "hash": table["chain_hash"],
        "publicKey": table["public_key"],
        "period": int(table["beacon_period"]),
        "genesis": int(table["genesis"]),
        "scheme": table["scheme"],
    }


def verify_round(chain, round_number, signature):
    """Whether the signature (hex) is the chain's for the round."""
    if not isinstance(round_number, int) or isinstance(round_number, bool) or not 1 <= round_number <= SAFE_MAX:
        return False
    if not isinstance(chain, dict) or chain.get("scheme") != SCHEME or not is_hex(chain.get("publicKey"), 96):
        return False
    if chain.get("hash") == QUICKNET["hash"] and chain_kind(chain) != "quicknet":
        return False
    if not is_hex(signature, 48):
        return False
    return bls.verify(bytes.fromhex(chain["publicKey"]), round_number, bytes.fromhex(signature))


def is_period_length(seconds, beacon_period):
    return beacon_period >= 1 and seconds >= 30 and 86400 % seconds == 0 and seconds % beacon_period == 0


def natural(number):
    if not 0 <= number <= SAFE_MAX:
        raise Malformed("time out of range")
    return number


def round_for(lock, chain):
    since = natural(lock + 12 - chain["genesis"])
    return (since + chain["period"] - 1) // chain["period"] + 1


def time_of(round_number, chain):
    return natural(chain["genesis"] + (round_number - 1) * chain["period"])


def canonical(value, depth=0):
    """RFC 8785 with the limits of section 10.1."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        if any(ord(char) > 0x7F for char in value):
            raise Malformed("beyond ASCII")
        return json.dumps(value, ensure_ascii=False)
    if depth == 16 or not isinstance(value, (list, dict)):
        raise Malformed("too deep, or a number")
    if isinstance(value, list):
        return "[" + ",".join(canonical(one, depth + 1) for one in value) + "]"
    return "{" + ",".join(f"{canonical(k)}:{canonical(value[k], depth + 1)}" for k in sorted(value)) + "}"


def parse_canonical(text):
    if not isinstance(text, str):
        raise Malformed("no text")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("no JSON")
    if canonical(value) != text:
        raise Malformed("not canonical")
    return value


def decimal(maximum):
    return lambda value: is_decimal(value, maximum)


def hexadecimal(length):
    return lambda value: is_hex(value, length)


def list_of(check, least, most):
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(check, value))


def is_multipliers(value):
    return isinstance(value, dict) and value != {} and all(is_multiplier(bet, one) for bet, one in value.items())


def is_multiplier(bet, value):
    if bet not in BETS:
        return False
    if bet[0] == "n":
        return isinstance(value, list) and len(value) == 3 and all(map(is_positive, value))
    return is_positive(value)


def is_positive(value):
    return is_decimal(value, SAFE_MAX) and value != "0"


def is_turnover(value):
    if not isinstance(value, list) or len(value) > 256 or not all(map(is_turnover_row, value)):
        return False
    keys = [row["key"] for row in value]
    return all(a < b for a, b in zip(keys, keys[1:]))


def is_turnover_row(row):
    if not isinstance(row, dict) or set(row) != {"key", "players", "staked", "paid"}:
        return False
    players = row["players"]
    return (
        matches(KEY)(row["key"])
        and is_decimal(players, SAFE_MAX)
        and int(players) >= 20
        and is_decimal(row["staked"], TOTAL_MAX)
        and is_decimal(row["paid"], TOTAL_MAX)
    )


def is_leaves(value):
    return is_decimal(value, 2**40) and bin(int(value)).count("1") == 1


COUNT, TOTAL, HASH = decimal(SAFE_MAX), decimal(TOTAL_MAX), hexadecimal(32)
IS_DRAW_ID = lambda value: parse_draw_id(value) is not None  # noqa: E731
CHECKS = {
    "table": {
        "key": matches(KEY),
        "period_seconds": COUNT,
        "first_period": COUNT,
        "chain_hash": HASH,
        "public_key": hexadecimal(96),
        "scheme": one_of(SCHEME),
        "genesis": COUNT,
        "beacon_period": COUNT,
        "beacon_kind": one_of("drand", "local"),
        "multipliers": is_multipliers,
        "stake_min": COUNT,
        "stake_max": COUNT,
        "slip_max": COUNT,
        "member_cap": TOTAL,
        "period_cap": TOTAL,
        "min_balance": TOTAL,
        "receipt_key": HASH,
        "witnesses": list_of(matches(PRINTABLE), 0, 32),
        "quorum": COUNT,
        "build": matches(PRINTABLE),
        "origin": matches(ORIGIN),
    },
    "seal": {"draw_id": IS_DRAW_ID, "root": HASH, "count": COUNT, "table": HASH},
    "draw": {
        "draw_id": IS_DRAW_ID,
        "round": lambda value: COUNT(value) and value != "0",
        "signature": hexadecimal(48),
        "dice": list_of(one_of(*"123456"), 3, 3),
    },
    "void": {"draw_id": IS_DRAW_ID, "reason": matches(CODE), "table": HASH},
    "switch": {"what": matches(LABEL), "state": one_of("on", "off"), "reason": matches(CODE), "from": COUNT},
    "stop": {
        "what": matches(STOPPED),
        "reason": matches(CODE),
        "authority": matches(ORDER),
        "reference": matches(ORDER),
        "from": COUNT,
        "until": COUNT,
    },
    "liabilities": {
        "date": is_date,
        "epoch": COUNT,
        "root": HASH,
        "total": TOTAL,
        "leaves": is_leaves,
        "turnover": is_turnover,
    },
    "audit-head": {"size": COUNT, "head": HASH, "at": COUNT},
    "rule": {"what": matches(LABEL), "value": matches(PRINTABLE), "from": COUNT},
    "notice-of-change": {
        "what": one_of("book-key"),
        "old_key": matches(PRINTABLE),
        "new_key": matches(PRINTABLE),
        "from": COUNT,
        "signature": hexadecimal(64),
    },
}


@functools.lru_cache(maxsize=65536)
def decode(body):
    """The entry of a body. Raises Malformed."""
    if not isinstance(body, str) or len(body) > 65535:
        raise Malformed("bad body")
    entry = parse_canonical(body)
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str) or entry["type"] not in CHECKS:
        raise Malformed("unknown type")
    checks = CHECKS[entry["type"]]
    if set(entry) - {"type"} != set(checks) or not all(check(entry[name]) for name, check in checks.items()):
        raise Malformed("bad member")
    if entry["type"] == "table":
        check_table(entry)
    if entry["type"] == "stop":
        check_stop(entry)
    return entry


def check_stop(stop):
    if (stop["authority"] == "") != (stop["reference"] == ""):
        raise Malformed("half an order")
    if stop["until"] != "0" and int(stop["until"]) < int(stop["from"]):
        raise Malformed("a stop that ends before it begins")


def check_table(table):
    chain = chain_of(table)
    kind = {"quicknet": "drand", "local": "local"}.get(chain_kind(chain))
    if kind != table["beacon_kind"] or not is_period_length(int(table["period_seconds"]), chain["period"]):
        raise Malformed("bad chain or period")
    if not 1 <= int(table["stake_min"]) <= int(table["stake_max"]) <= int(table["slip_max"]):
        raise Malformed("stake limits")
    count, quorum = len(table["witnesses"]), int(table["quorum"])
    if len(set(table["witnesses"])) != count:
        raise Malformed("a witness twice")
    if (quorum != 0) if count == 0 else not (2 * quorum > count and quorum <= count):
        raise Malformed("quorum")


def decode_as(kind, body):
    if not isinstance(body, str):
        raise Malformed("no body")
    entry = decode(body)
    if entry["type"] != kind:
        raise Malformed("another type")
    return entry


def entry_hash(body):
    return leaf_hash(utf8(body)).hex()
