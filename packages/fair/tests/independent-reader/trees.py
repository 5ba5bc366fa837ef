"""Merkle trees, section 9."""
from encoding import from_hex, is_hex, sha256, whole, Malformed

EMPTY_ROOT = sha256(b"")
PROOF_MAX = 53


def leaf_hash(data):
    return sha256(b"\0" + data)


def node(left, right):
    return sha256(b"\1" + left + right)


def root_of(leaves):
    """The root over leaf hashes."""
    tree = Frontier(0, [])
    for leaf in leaves:
        tree.append(leaf)
    return tree.root()


class Frontier:
    """A tree by its peaks, largest first."""

    def __init__(self, size, peaks):
        if len(peaks) != bin(size).count("1"):
            raise Malformed("one peak for each set bit")
        self.size = size
        self.peaks = list(peaks)

    def append(self, leaf):
        index = self.size
        while index % 2 == 1:
            leaf = node(self.peaks.pop(), leaf)
            index //= 2
        self.peaks.append(leaf)
        self.size += 1

    def root(self):
        if not self.peaks:
            return EMPTY_ROOT
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = node(peak, root)
        return root


def is_included(leaf, index, size, proof, root):
    """Hashes in hex. False on anything malformed."""
    index, size = whole(index), whole(size)
    if index is None or size is None or index >= size or not isinstance(proof, list) or len(proof) > PROOF_MAX:
        return False
    if not is_hex(leaf, 32) or not is_hex(root, 32) or not all(is_hex(one, 32) for one in proof):
        return False
    value, left = bytes.fromhex(leaf), [bytes.fromhex(one) for one in proof]
    last = size - 1
    while last > 0:
        if index % 2 == 1 or index < last:
            if not left:
                return False
            neighbour = left.pop(0)
            value = node(neighbour, value) if index % 2 == 1 else node(value, neighbour)
        index //= 2
        last //= 2
    return not left and value == bytes.fromhex(root)


def is_consistent(start, end, start_root, end_root, proof):
    start, end = whole(start), whole(end)
    if start is None or end is None or start > end or not isinstance(proof, list) or len(proof) > PROOF_MAX + 1:
        return False
    if not all(is_hex(one, 32) for one in [start_root, end_root, *proof]):
        return False
    first, second = bytes.fromhex(start_root), bytes.fromhex(end_root)
    if (end == 0 and second != EMPTY_ROOT) or (start == 0 and first != EMPTY_ROOT):
        return False
    if start == 0:
        return not proof
    if start == end:
        return not proof and first == second
    left = [from_hex(one) for one in proof]
    index, last = start - 1, end - 1
    while index % 2 == 1:
        index, last = index // 2, last // 2
    if index == 0:
        small = large = first
    elif not left:
        return False
    else:
        small = large = left.pop(0)
    for one in left:
        if last == 0:
            return False
        if index % 2 == 1 or index == last:
            small, large = node(one, small), node(one, large)
            while index % 2 == 0 and index > 0:
                index, last = index // 2, last // 2
        else:
            large = node(large, one)
        index, last = index // 2, last // 2
    return last == 0 and small == first and large == second
