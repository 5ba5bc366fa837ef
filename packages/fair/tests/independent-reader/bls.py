"""Signatures of a beacon on BLS12-381, section 5.2. Field towers, RFC 9380 hashing and the ate pairing, kept simple."""
import functools
import hashlib

import isogeny

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
LOOP = 0xD201000000010000
H_EFF = 0xD201000000010001
DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
ISO_A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
ISO_B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
ISO_Z = 11
G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)


def f2_mul(a, b):
    return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)


def f2_add(a, b):
    return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)


def f2_sub(a, b):
    return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)


def f2_inv(a):
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return (a[0] * norm % P, -a[1] * norm % P)


def f2_sqrt(a):
    """A square root, or None."""
    if a[1] == 0:
        root = pow(a[0], (P + 1) // 4, P)
        if root * root % P == a[0]:
            return (root, 0)
        root = pow(-a[0] % P, (P + 1) // 4, P)
        return (0, root) if root * root % P == -a[0] % P else None
    norm = (a[0] * a[0] + a[1] * a[1]) % P
    length = pow(norm, (P + 1) // 4, P)
    if length * length % P != norm:
        return None
    half = (P + 1) // 2
    for sign in (length, -length):
        square = (a[0] + sign) * half % P
        real = pow(square, (P + 1) // 4, P)
        if real and real * real % P == square:
            root = (real, a[1] * pow(2 * real, P - 2, P) % P)
            if f2_mul(root, root) == a:
                return root
    return None


class Curve:
    """Affine points over a field given by its operations; None is the point at infinity."""

    def __init__(self, mul, add, sub, inv, zero):
        self.mul, self.plus, self.sub, self.inv, self.zero = mul, add, sub, inv, zero

    def slope(self, a, b):
        if a == b:
            square = self.mul(a[0], a[0])
            return self.mul(self.plus(self.plus(square, square), square), self.inv(self.plus(a[1], a[1])))
        return self.mul(self.sub(b[1], a[1]), self.inv(self.sub(b[0], a[0])))

    def add(self, a, b):
        if a is None or b is None:
            return a if b is None else b
        if a[0] == b[0] and (a[1] != b[1] or a[1] == self.zero):
            return None
        return self.third(a, b, self.slope(a, b))

    def third(self, a, b, slope):
        x = self.sub(self.sub(self.mul(slope, slope), a[0]), b[0])
        return (x, self.sub(self.mul(slope, self.sub(a[0], x)), a[1]))

    def multiply(self, scalar, point):
        result = None
        while scalar > 0:
            if scalar & 1:
                result = self.add(result, point)
            point = self.add(point, point)
            scalar >>= 1
        return result


E1 = Curve(
    lambda a, b: a * b % P, lambda a, b: (a + b) % P, lambda a, b: (a - b) % P, lambda a: pow(a, -1, P), 0
)
E2 = Curve(f2_mul, f2_add, f2_sub, f2_inv, (0, 0))


def decode_g1(data):
    """The point of a signature; None where it is refused."""
    if len(data) != 48 or data[0] & 0xC0 != 0x80:
        return None
    x = int.from_bytes(bytes([data[0] & 0x1F]) + data[1:], "big")
    if x >= P:
        return None
    y2 = (x * x * x + 4) % P
    y = pow(y2, (P + 1) // 4, P)
    if y * y % P != y2:
        return None
    if (y > P - y) != (data[0] & 0x20 != 0):
        y = -y % P
    return (x, y) if E1.multiply(R, (x, y)) is None else None


def decode_g2(data):
    if len(data) != 96 or data[0] & 0xC0 != 0x80:
        return None
    c1 = int.from_bytes(bytes([data[0] & 0x1F]) + data[1:48], "big")
    c0 = int.from_bytes(data[48:], "big")
    if c0 >= P or c1 >= P:
        return None
    x = (c0, c1)
    y = f2_sqrt(f2_add(f2_mul(f2_mul(x, x), x), (4, 4)))
    if y is None:
        return None
    opposite = (-y[0] % P, -y[1] % P)
    is_larger = (y[1], y[0]) > (opposite[1], opposite[0])
    point = (x, y if is_larger == (data[0] & 0x20 != 0) else opposite)
    return point if E2.multiply(R, point) is None else None


def expand(message, length):
    tag = DST + bytes([len(DST)])
    b0 = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + tag).digest()
    block = hashlib.sha256(b0 + b"\1" + tag).digest()
    out = block
    for index in range(2, -(-length // 32) + 1):
        mixed = bytes(x ^ y for x, y in zip(b0, block))
        block = hashlib.sha256(mixed + bytes([index]) + tag).digest()
        out += block
    return out[:length]


def map_to_curve(u):
    """Simplified SWU on the isogenous curve, then the isogeny."""
    tv = ISO_Z * u * u % P
    denominator = (tv * tv + tv) % P
    if denominator == 0:
        x1 = ISO_B * pow(ISO_Z * ISO_A, P - 2, P) % P
    else:
        x1 = -ISO_B * pow(ISO_A, P - 2, P) * (1 + pow(denominator, P - 2, P)) % P
    x = x1
    g = (x * x * x + ISO_A * x + ISO_B) % P
    y = pow(g, (P + 1) // 4, P)
    if y * y % P != g:
        x = tv * x1 % P
        g = (x * x * x + ISO_A * x + ISO_B) % P
        y = pow(g, (P + 1) // 4, P)
    if y & 1 != u & 1:
        y = -y % P

    def at(coefficients):
        value = 0
        for one in reversed(coefficients):
            value = (value * x + one) % P
        return value

    return (
        at(isogeny.X_NUM) * pow(at(isogeny.X_DEN), P - 2, P) % P,
        y * at(isogeny.Y_NUM) * pow(at(isogeny.Y_DEN), P - 2, P) % P,
    )


def hash_to_curve(message):
    data = expand(message, 128)
    points = [map_to_curve(int.from_bytes(data[at : at + 64], "big") % P) for at in (0, 64)]
    return E1.multiply(H_EFF, E1.add(*points))


def f12_mul(a, b):
    """Polynomials in w of degree below 12, modulo w^12 - 2 w^6 + 2. Zeros of b are skipped."""
    out = [0] * 23
    for j, y in enumerate(b):
        if y:
            for i, x in enumerate(a):
                out[i + j] += x * y
    for i in range(22, 11, -1):
        out[i - 6] += 2 * out[i]
        out[i - 12] -= 2 * out[i]
    return [value % P for value in out[:12]]


def line(slope, point, at):
    """The line through a point of the twist with this slope, at a point of G1, times w^3."""
    x, y = at
    constant = f2_sub(f2_mul(slope, point[0]), point[1])
    linear = (-slope[0] * x % P, -slope[1] * x % P)
    out = [0] * 12
    out[0], out[6] = constant[0] - constant[1], constant[1]
    out[2], out[8] = linear[0] - linear[1], linear[1]
    out[3] = y
    return [value % P for value in out]


def lines_of(q):
    """Slopes and points of the Miller loop over a point of G2."""
    steps = []
    t = q
    for bit in bin(LOOP)[3:]:
        slope = E2.slope(t, t)
        steps.append((True, slope, t))
        t = E2.third(t, t, slope)
        if bit == "1":
            slope = E2.slope(t, q)
            steps.append((False, slope, t))
            t = E2.third(t, q, slope)
    return steps


@functools.lru_cache(maxsize=64)
def lines_of_key(data):
    point = decode_g2(data)
    return None if point is None else lines_of(point)


LINES_OF_GENERATOR = lines_of(G2)


def f12_pow(value, exponent):
    result = [1] + [0] * 11
    for bit in bin(exponent)[2:]:
        result = f12_mul(result, result)
        if bit == "1":
            result = f12_mul(result, value)
    return result


def is_one_after_final(value):
    """Whether value^((p^12 - 1) / r) is 1. The power p^6 changes the sign of odd powers of w."""
    conjugate = [-one % P if i % 2 else one for i, one in enumerate(value)]
    exponent = (P**2 + 1) * ((P**4 - P**2 + 1) // R)
    # conjugate / value raised to the exponent is 1 exactly if both powers are equal.
    return f12_pow(conjugate, exponent) == f12_pow(value, exponent)


@functools.lru_cache(maxsize=4096)
def verify(key, round_number, signature):
    """Whether the signature is that of the round under the key."""
    s = decode_g1(signature)
    key_lines = lines_of_key(key)
    if s is None or key_lines is None:
        return False
    m = hash_to_curve(hashlib.sha256(round_number.to_bytes(8, "big")).digest())
    opposite = (s[0], -s[1] % P)
    value = [1] + [0] * 11
    for (doubles, slope, t), (_, key_slope, key_t) in zip(LINES_OF_GENERATOR, key_lines):
        if doubles:
            value = f12_mul(value, value)
        value = f12_mul(value, line(slope, t, opposite))
        value = f12_mul(value, line(key_slope, key_t, m))
    return is_one_after_final(value)
