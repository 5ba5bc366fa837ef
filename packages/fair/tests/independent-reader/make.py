"""Makes the vector files whose answers come from this reader: ed25519, payouts, receipt-text, and parts of others.

python3 make.py FOLDER
"""
import base64
import hashlib
import json
import os
import sys
import zlib
from fractions import Fraction

import ed25519
import entries
import receipts
from encoding import lp, u32
from trees import leaf_hash

MADE = "By tests/independent-reader/make.py, with Python's standard library alone."


def encode(point):
    z = pow(point[2], -1, ed25519.P)
    x, y = point[0] * z % ed25519.P, point[1] * z % ed25519.P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def secret_of(seed):
    digest = hashlib.sha512(seed).digest()
    scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return scalar, digest[32:]


def public_of(seed):
    return encode(ed25519.multiply_base(secret_of(seed)[0]))


def challenge(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ed25519.L


def sign(seed, message):
    scalar, prefix = secret_of(seed)
    public = public_of(seed)
    r = challenge(prefix, message)
    first = encode(ed25519.multiply_base(r))
    s = (r + challenge(first, public, message) * scalar) % ed25519.L
    return first + s.to_bytes(32, "little")


def torsion_point():
    """A point of order 8."""
    y = 2
    while True:
        point = ed25519.decode(y.to_bytes(32, "little"))
        y += 1
        if point is None:
            continue
        small = ed25519.multiply(ed25519.L, point)
        if not ed25519.is_same(ed25519.multiply(4, small), ed25519.IDENTITY):
            return small


def ed25519_file():
    seed, message = bytes([6]) * 32, b"a message"
    public, signature = public_of(seed), sign(seed, message)
    scalar, _ = secret_of(seed)
    torsion = torsion_point()
    cases = [
        case("RFC 8032, section 7.1, test 1", public_of(bytes.fromhex(RFC[0][0])), b"", bytes.fromhex(RFC[0][1]), True),
        case(
            "RFC 8032, section 7.1, test 2",
            public_of(bytes.fromhex(RFC[1][0])),
            bytes.fromhex("72"),
            bytes.fromhex(RFC[1][1]),
            True,
        ),
        case("a good signature", public, message, signature, True),
        case("another message", public, b"another message", signature, False),
        case("another key", public_of(bytes([7]) * 32), message, signature, False),
        case("a bit of R flipped", public, message, bytes([signature[0] ^ 1]) + signature[1:], False),
        case("a bit of S flipped", public, message, signature[:32] + bytes([signature[32] ^ 1]) + signature[33:], False),
        case("63 bytes", public, message, signature[:-1], False),
        case("65 bytes", public, message, signature + b"\0", False),
        case("a key of 31 bytes", public[:-1], message, signature, False),
        case("S + L", public, message, signature[:32] + plus_order(signature[32:]), False),
        *torsion_cases(public, scalar, torsion, message),
        *encoding_cases(scalar, message),
    ]
    return {
        "about": "Ed25519 signatures as section 8.3 verifies them: the edge cases in which libraries differ.",
        "made": f"{MADE} The cases of RFC 8032 are published there.",
        "signatures": cases,
    }


RFC = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]


def case(name, public, message, signature, valid):
    return {
        "name": name,
        "publicKey": public.hex(),
        "message": message.hex(),
        "signature": signature.hex(),
        "valid": valid,
    }


def plus_order(data):
    return (int.from_bytes(data, "little") + ed25519.L).to_bytes(32, "little")


def signed_with(first, public, scalar, message, r):
    s = (r + challenge(first, public, message) * scalar) % ed25519.L
    return first + s.to_bytes(32, "little")


def torsion_cases(public, scalar, torsion, message):
    r = challenge(b"a number")
    mixed_r = encode(ed25519.add(ed25519.multiply_base(r), torsion))
    mixed_a = encode(ed25519.add(ed25519.multiply_base(scalar), torsion))
    plain_r = encode(ed25519.multiply_base(r))
    small = encode(torsion)
    identity = encode(ed25519.IDENTITY)
    return [
        case("R with a part of small order", public, message, signed_with(mixed_r, public, scalar, message, r), True),
        case("A with a part of small order", mixed_a, message, signed_with(plain_r, mixed_a, scalar, message, r), True),
        case("A of small order, S = r", small, message, plain_r + r.to_bytes(32, "little"), False),
        case("A is the identity, S = r", identity, message, plain_r + r.to_bytes(32, "little"), False),
        case("R of small order", public, message, signed_with(small, public, scalar, message, 0), True),
    ]


def encoding_cases(scalar, message):
    """Encodings with y not below p, and x = 0 with the sign bit."""
    long_identity = (1 + ed25519.P).to_bytes(32, "little")
    signed_identity = (1 | 1 << 255).to_bytes(32, "little")
    public = encode(ed25519.multiply_base(scalar))
    zero = bytes(32)
    return [
        case("R is the identity with y = p + 1", public, message, signed_with(long_identity, public, scalar, message, 0), False),
        case("R is the identity with the sign bit", public, message, signed_with(signed_identity, public, scalar, message, 0), False),
        case("A with y = p + 1", long_identity, message, encode(ed25519.IDENTITY) + zero, False),
        case("A is not on the curve", (2).to_bytes(32, "little"), message, encode(ed25519.IDENTITY) + zero, False),
    ]


THROWS = [[a, b, c] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]


def ways_of(bet):
    """Throws that give a bet each of its multipliers."""
    came = [receipts.hits(bet, dice) for dice in THROWS]
    return [came.count(hit) for hit in ((1, 2, 3) if bet[0] == "n" else (1,))]


def fair_multiplier(bet):
    if bet[0] == "n":
        return ["20000", "30000", "120000"]
    return str(216 * 10_000 * 96 // (ways_of(bet)[0] * 100))


def odd_multiplier(bet, *numbers):
    return [str(number) for number in numbers] if bet[0] == "n" else str(numbers[0])


def paid_list(selections, multipliers):
    return [str(receipts.payout(selections, multipliers, dice)) for dice in THROWS]


def mean_of(bet, stake, multiplier):
    paid = sum(receipts.payout([(bet, stake)], {bet: multiplier}, dice) for dice in THROWS)
    mean = Fraction(paid, 216 * stake)
    return {"num": str(mean.numerator), "den": str(mean.denominator)}


def payouts_file():
    payouts, returns = [], []
    for bet in entries.BETS:
        for stake, multiplier in (
            (1000, fair_multiplier(bet)),
            (1, odd_multiplier(bet, 19_999, 29_999, 40_000)),
            (333, odd_multiplier(bet, 15_001, 20_003, 70_007)),
            (2**53 - 1, odd_multiplier(bet, 2**53 - 1, 2**53 - 2, 1)),
        ):
            one = {"bet": bet, "stakeMinor": str(stake), "multiplier": multiplier}
            paid = [str(stake * number // 10_000) for number in receipts.multipliers_of(bet, multiplier)]
            payouts.append({**one, "paidMinor": paid})
            returns.append({**one, "rtp": mean_of(bet, stake, multiplier)})
    outcomes = [
        {"dice": dice, "sum": sum(dice), "wins": {bet: hit for bet in entries.BETS if (hit := receipts.hits(bet, dice))}}
        for dice in THROWS
    ]
    return {
        "about": "Bets, ways and payouts (section 7). `ways`, `multiplier` and `paidMinor` of a bet go together; `wins` gives which of a bet's multipliers the dice give it, from 1. Lists of 216 amounts are for the outcomes in their order.",
        "made": f"{MADE} Ways are counted over all 216 outcomes, returns are exact fractions.",
        "bets": [{"bet": bet, "ways": ways_of(bet)} for bet in entries.BETS],
        "outcomes": outcomes,
        "payouts": payouts,
        "returns": returns,
        "slips": payout_slips(),
        "refused": refused_payouts(),
    }


def payout_slips():
    every = {bet: fair_multiplier(bet) for bet in entries.BETS}
    on_sums = {bet: one for bet, one in every.items() if bet[0] in "seo" or bet == "big"}
    layouts = {kind: [bet for bet in entries.BETS if bet[0] == kind] for kind in "npdt"}
    return [
        slip("every bet", [(bet, 250 + place) for place, bet in enumerate(entries.BETS)], every),
        slip("every bet on the sum", [(bet, 250 + place) for place, bet in enumerate(on_sums)], on_sums),
        slip("big and s11", [("big", 1000), ("s11", 250)], on_sums),
        slip("both sides", [("big", 999), ("small", 1)], on_sums),
        *(slip(f"every bet of {kind}", [(bet, 333 + place) for place, bet in enumerate(bets)], every) for kind, bets in layouts.items()),
        slip("a number, its double and its triple", [("d4", 7), ("n4", 11), ("t", 13), ("t4", 17)], every),
    ]


def refused_payouts():
    """Codes that are no bets, bets that a table does not offer, and multipliers of another form."""
    fair = {bet: fair_multiplier(bet) for bet in entries.BETS}
    codes = "n0 n7 n n12 N1 p11 p21 p10 p17 p67 p1 p123 d0 d7 d d11 t0 t7 T tt t11 s2 s19 s03 Big".split()
    return [
        *({"name": f"no bet: {code}", "bet": code, "multipliers": {**fair, code: "20000"}} for code in ["", *codes]),
        *(
            {"name": f"not offered: {bet}", "bet": bet, "multipliers": {one: fair[one] for one in fair if one != bet}}
            for bet in ("big", "n1", "p12", "d6", "t1", "t")
        ),
        *(
            {"name": f"{bet} with {json.dumps(value)}", "bet": bet, "multipliers": {bet: value}}
            for bet, value in (
                ("n1", "20000"),
                ("n1", []),
                ("n1", ["20000"]),
                ("n1", ["20000", "30000"]),
                ("n1", ["20000", "30000", "40000", "50000"]),
                ("n1", ["20000", "30000", "0"]),
                ("n1", ["20000", 30000, "40000"]),
                ("n1", ["20000", "30000", "-40000"]),
                ("n1", ["020000", "30000", "40000"]),
                ("n1", {"0": "20000", "1": "30000", "2": "40000"}),
                ("p12", ["69120"]),
                ("d1", ["129600", "129600", "129600"]),
                ("t", ["345600"]),
                ("t1", "0"),
                ("t1", 2073600),
                ("big", ["19200"]),
            )
        ),
    ]


def slip(name, selections, multipliers):
    return {
        "name": name,
        "selections": [{"bet": bet, "stakeMinor": str(stake)} for bet, stake in selections],
        "multipliers": {bet: multipliers[bet] for bet, _ in selections},
        "paidMinor": paid_list(selections, multipliers),
    }


def receipt_bytes(receipt):
    return (
        lp(bytes.fromhex(receipt["leafData"]))
        + bytes.fromhex(receipt["signature"])
        + bytes.fromhex(receipt["publicKey"])
        + lp(receipt["userName"])
        + bytes.fromhex(receipt["salt"])
    )


def as_text(body, prefix="tercet:1:"):
    data = body + u32(zlib.crc32(b"tercet:1:" + body))
    return prefix + base64.urlsafe_b64encode(data).decode().rstrip("=")


def text_file(folder):
    with open(os.path.join(folder, "receipt.json"), encoding="utf-8") as file:
        slips = json.load(file)["slips"]
    names = ("leafData", "signature", "publicKey", "userName", "salt")
    known = [(one["name"], {name: one[name] for name in names}) for one in slips]
    good = [(name, as_text(receipt_bytes(receipt)), None, receipt) for name, receipt in known]
    receipt = known[0][1]
    body, text = receipt_bytes(receipt), as_text(receipt_bytes(receipt))
    broken = text[:40] + ("A" if text[40] != "A" else "B") + text[41:]
    unsound = {**receipt, "leafData": "00"}
    not_utf8 = body.replace(lp("mira"), lp(b"mir\xff"))
    rows = [
        *good,
        ("line breaks and spaces", text[:30] + "\r\n " + text[30:60] + "\u00a0\u2003" + text[60:] + "\n", None, receipt),
        ("a byte order mark in front", "\ufeff" + text, None, receipt),
        ("a zero-width space inside", text[:30] + "\u200b" + text[30:], "damaged", None),
        ("nothing", "", "other", None),
        ("another text", "hello", "other", None),
        ("upper case", "TERCET" + text[6:], "other", None),
        ("a version of ten digits", "tercet:1000000000:AA", "other", None),
        ("version 2", as_text(body, "tercet:2:"), "newer", None),
        ("version 0", as_text(body, "tercet:0:"), "damaged", None),
        ("version 01", as_text(body, "tercet:01:"), "damaged", None),
        ("the prefix alone", "tercet:1:", "damaged", None),
        ("three bytes", "tercet:1:AAAA", "damaged", None),
        ("a character changed", broken, "damaged", None),
        ("cut short", text[:-3], "damaged", None),
        ("padded", text + "=" * (-len(text[9:]) % 4 or 4), "damaged", None),
        ("the other alphabet", text[:20] + "+" + text[21:], "damaged", None),
        ("a byte too many", as_text(body + b"\0"), "malformed", None),
        ("a byte too few", as_text(body[:-1]), "malformed", None),
        ("leaf data that is none", as_text(receipt_bytes(unsound)), "malformed", None),
        ("a name that is not UTF-8", as_text(not_utf8), "malformed", None),
        ("4097 characters", text + " " * (4097 - len(text)), "other", None),
        ("4096 characters", text + " " * (4096 - len(text)), None, receipt),
    ]
    return {
        "about": "Receipts as text (section 8.4): the problem or null, and the receipt or null.",
        "made": f"{MADE} The receipts are those of receipt.json.",
        "texts": [{"name": n, "text": t, "problem": p, "receipt": r} for n, t, p, r in rows],
    }


def table_cases(table):
    """Tables with the full Sic Bo layout, from one with bets on the sum."""
    bets = {bet: fair_multiplier(bet) for bet in entries.BETS}
    without = {bet: one for bet, one in bets.items() if bet != "n6"}
    rows = [
        ("table with the full Sic Bo layout", bets, True),
        ("table with some of the Sic Bo layout", {bet: bets[bet] for bet in ("big", "n1", "p12", "t")}, True),
        ("table with one multiplier for n6", {**without, "n6": "20000"}, False),
        ("table with a list of one for n6", {**without, "n6": ["20000"]}, False),
        ("table with two multipliers for n6", {**without, "n6": ["20000", "30000"]}, False),
        ("table with four multipliers for n6", {**without, "n6": ["20000", "30000", "40000", "50000"]}, False),
        ("table with a multiplier of 0 for n6", {**without, "n6": ["20000", "30000", "0"]}, False),
        ("table with a list for p12", {**bets, "p12": ["69120"]}, False),
        ("table with three multipliers for t", {**bets, "t": ["345600", "345600", "345600"]}, False),
        ("table with p21", {**bets, "p21": "69120"}, False),
        ("table with p11", {**bets, "p11": "69120"}, False),
        ("table with n7", {**bets, "n7": ["20000", "30000", "120000"]}, False),
        ("table with t0", {**bets, "t0": "2073600"}, False),
    ]
    return [entry_case(name, {**table, "multipliers": multipliers}, valid) for name, multipliers, valid in rows]


def entry_cases():
    liabilities = {
        "type": "liabilities",
        "date": "2026-07-20",
        "epoch": "17",
        "root": "ab" * 32,
        "total": "9223372036854775807",
        "leaves": "1099511627776",
        "turnover": [
            {"key": "dice-180", "players": "20", "staked": "1000", "paid": "960"},
            {"key": "dice-60", "players": "21", "staked": "0", "paid": "0"},
        ],
    }
    head = {"type": "audit-head", "size": "12", "head": "cd" * 32, "at": "1784592660"}
    rule = {"type": "rule", "what": "verifier-page", "value": "sha256 ~ \" \\ ok", "from": "1784592660"}
    seeds = [bytes([20]) * 32, bytes([22]) * 32]
    keys = [vkey("example.org/tercet", public_of(seed)) for seed in seeds]
    notice = {"type": "notice-of-change", "what": "book-key", "old_key": keys[0], "new_key": keys[1], "from": "1785197460"}
    message = lp("tercet/v1/notice-of-change") + entries.canonical(notice).encode()
    signed = {**notice, "signature": sign(seeds[0], message).hex()}
    rows = [
        ("liabilities", liabilities, True),
        ("liabilities without turnover", {**liabilities, "turnover": []}, True),
        ("liabilities of one leaf", {**liabilities, "leaves": "1", "total": "0"}, True),
        ("liabilities on a leap day", {**liabilities, "date": "2028-02-29"}, True),
        ("liabilities on the leap day of year 0", {**liabilities, "date": "0000-02-29"}, True),
        ("liabilities on no leap day", {**liabilities, "date": "2100-02-29"}, False),
        ("liabilities on day 0", {**liabilities, "date": "2026-07-00"}, False),
        ("liabilities in month 13", {**liabilities, "date": "2026-13-01"}, False),
        ("liabilities with a time", {**liabilities, "date": "2026-07-20T00:00:00Z"}, False),
        ("liabilities of a total above 2^63 − 1", {**liabilities, "total": "9223372036854775808"}, False),
        ("liabilities of three leaves", {**liabilities, "leaves": "3"}, False),
        ("liabilities of no leaf", {**liabilities, "leaves": "0"}, False),
        ("liabilities of 2^41 leaves", {**liabilities, "leaves": str(2**41)}, False),
        ("turnover of 19 players", {**liabilities, "turnover": [{**liabilities["turnover"][0], "players": "19"}]}, False),
        ("turnover out of order", {**liabilities, "turnover": liabilities["turnover"][::-1]}, False),
        ("turnover of one table twice", {**liabilities, "turnover": liabilities["turnover"][:1] * 2}, False),
        ("turnover with another member", {**liabilities, "turnover": [{**liabilities["turnover"][0], "won": "1"}]}, False),
        ("turnover as an object", {**liabilities, "turnover": {}}, False),
        ("audit head", head, True),
        ("audit head with a short head", {**head, "head": "cd"}, False),
        ("audit head without its time", {k: v for k, v in head.items() if k != "at"}, False),
        ("rule", rule, True),
        ("rule with an empty value", {**rule, "value": ""}, False),
        ("rule of 1024 characters", {**rule, "value": "x" * 1024}, True),
        ("rule of 1025 characters", {**rule, "value": "x" * 1025}, False),
        ("rule with a control character", {**rule, "value": "a\x7f"}, False),
        ("rule with a name in upper case", {**rule, "what": "Verifier"}, False),
        ("notice of change", signed, True),
        ("notice of another change", {**signed, "what": "receipt-key"}, False),
        ("notice without its signature", notice, False),
        ("notice with a short signature", {**signed, "signature": "00"}, False),
        ("notice with an empty key", {**signed, "new_key": ""}, False),
    ]
    return [entry_case(*row) for row in rows]


def vkey(name, public):
    data = b"\1" + public
    key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4].hex()
    return f"{name}+{key_id}+{base64.b64encode(data).decode()}"


def entry_case(name, value, valid):
    body = entries.canonical(value)
    if not valid:
        return {"name": name, "body": body, "valid": False}
    return {"name": name, "body": body, "valid": True, "hash": leaf_hash(body.encode()).hex()}


def slip_cases(first):
    """Slips of a name in two Unicode forms, which are two names."""
    seed, salt = bytes([6]) * 32, "07" * 32
    for name, user_name in (("a name in NFC", "zo\u00eb"), ("the same name in NFD", "zoe\u0308")):
        leaf = {**first["leaf"], "commitment": receipts.commitment_of(user_name, salt)}
        selections = [(one["bet"], int(one["stakeMinor"])) for one in leaf["selections"]]
        yield slip_case(name, leaf, user_name, salt, seed, selections)
    # Every code, in byte order.
    every = [(bet, 250 + place) for place, bet in enumerate(entries.BETS)]
    leaf = {
        **first["leaf"],
        "commitment": receipts.commitment_of("mira", salt),
        "selections": [{"bet": bet, "stakeMinor": str(stake)} for bet, stake in every],
    }
    yield slip_case("every bet of the Sic Bo layout", leaf, "mira", salt, seed, every)


def slip_case(name, leaf, user_name, salt, seed, selections):
    names = "origin drawId slipId commitment tableHash round tLock acceptedMs".split()
    data = receipts.write_leaf(receipts.Leaf(*(leaf[one] for one in names), selections))
    return {
        "name": name,
        "leaf": leaf,
        "userName": user_name,
        "salt": salt,
        "leafData": data.hex(),
        "leafHash": leaf_hash(data).hex(),
        "publicKey": public_of(seed).hex(),
        "signature": sign(seed, lp("tercet/v1/receipt") + data).hex(),
    }


def malformed_cases(leaf):
    """Codes that are no bets, and codes out of byte order."""
    bent = [[code] for code in "p21 p11 n7 n0 d0 t7 tt p123 N1".split()]
    bent += [["n2", "n1"], ["t1", "t"], ["p13", "p12"], ["even", "d1"], ["n1", "n1"], ["t", "small"]]
    names = "origin drawId slipId commitment tableHash round tLock acceptedMs".split()
    return [
        {
            "name": f"bets {' '.join(codes)}",
            "leafData": receipts.write_leaf(
                receipts.Leaf(*(leaf[one] for one in names), [(code, 250) for code in codes])
            ).hex(),
        }
        for codes in bent
    ]


ABOUT = {
    "beacon": ("Chains, their kinds, and beacon signatures (section 5).", "quicknet's are published by drand"),
    "canonical": ("Canonical JSON texts and entries of the book (sections 10.1 and 10.2).", ""),
    "dice": ("From a round's signature to seed and dice (section 6).", ""),
    "log": (
        "Verifier keys, notes, checkpoints, cosignatures, consistency, tiles, bundles and proofs (sections 9 and 10).",
        "those with a source are published there",
    ),
    "merkle": ("RFC 6962 trees and proofs of inclusion (section 9).", ""),
    "receipt": ("Leaf data, commitments and receipts (section 8).", ""),
    "schedule": ("Periods, locks and rounds (section 4).", ""),
    "sum-tree": ("The tree of what the house owes, and faults in a member's part of it (sections 12 and 17).", ""),
}
SECOND = "By a second implementation in another language; tests/independent-reader computes the same"


def add_missing(cases, more):
    known = {one["name"] for one in cases}
    cases.extend(one for one in more if one["name"] not in known)


def describe(name, file):
    about, source = ABOUT[name]
    made = f"{SECOND}; {source}." if source else f"{SECOND}."
    return {"about": about, "made": made, **{k: v for k, v in file.items() if k not in ("about", "made")}}


def main(folder):
    for name in ABOUT:
        path = os.path.join(folder, f"{name}.json")
        with open(path, encoding="utf-8") as file:
            content = describe(name, json.load(file))
        if name == "canonical":
            add_missing(content["entries"], entry_cases())
            table = next(json.loads(one["body"]) for one in content["entries"] if '"type":"table"' in one["body"] and one["valid"])
            add_missing(content["entries"], table_cases(table))
        if name == "receipt":
            add_missing(content["slips"], list(slip_cases(content["slips"][0])))
            add_missing(content["malformedLeafData"], malformed_cases(content["slips"][0]["leaf"]))
        write(path, content, 2)
    write(os.path.join(folder, "ed25519.json"), ed25519_file(), 1)
    write(os.path.join(folder, "payouts.json"), payouts_file(), None)
    write(os.path.join(folder, "receipt-text.json"), text_file(folder), 1)


def write(path, content, indent):
    with open(path, "w", encoding="utf-8") as file:
        if indent is None:
            file.write(by_lines(content))
        else:
            file.write(json.dumps(content, indent=indent, ensure_ascii=False) + "\n")


def by_lines(content):
    """One line for each element of a list."""
    parts = []
    for name, value in content.items():
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in value)
            parts.append(f" {json.dumps(name)}: [\n{rows}\n ]")
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1])
