"""Runs the vector files."""
import copy
import os

import audit
import bookkeys
import fates
import notes
import owed
import verdict
from encoding import Malformed, Open, Refuted


def patched(document, steps):
    """The document with a JSON Patch applied, as far as the vectors use it."""
    holder = {"": copy.deepcopy(document)}
    for step in steps:
        keys = [key.replace("~1", "/").replace("~0", "~") for key in step["path"].split("/")]
        target = holder
        for key in keys[:-1]:
            target = target[int(key) if isinstance(target, list) else key]
        last = int(keys[-1]) if isinstance(target, list) else keys[-1]
        if step["op"] == "remove":
            del target[last]
        elif step["op"] == "repeat":
            target[last] = [step["value"]] * step["count"]
        else:
            target[last] = copy.deepcopy(step["value"])
    return holder[""]


def with_base(file, case):
    return patched(file["bases"][case["base"]], case["patch"]) if "base" in case else case


def evidence(file, case):
    given = with_base(file, case)
    return verdict.check(given["kind"], given["proof"], given["known"])


def owed_file(file, case):
    given = with_base(file, case)
    return owed.check(given["file"], given["known"])


def whole_book(file, case):
    return audit.check(with_base(file, case))


def book_keys(_file, case):
    try:
        return {"keys": bookkeys.read_keys(case["book"], case["start"])}
    except Open as error:
        return {"state": "open", "reason": error.reason}
    except Refuted as error:
        return {"state": "refuted", "reason": error.reason}
    except Malformed:
        return {"state": "refuted", "reason": "malformed"}


def copies(_file, case):
    seen = notes.open_copies(case["notes"], case["table"], case["logKeys"])
    if seen is None:
        return None
    cosignatures = sorted([second, public.hex()] for public, second in seen.cosignatures.items())
    return {"size": seen.size, "root": seen.root, "cosignatures": cosignatures, "metAt": seen.met_at}


def claims(_file, case):
    return fates.conflict_of(case["a"], case["b"], case["takenBackBy"])


EVIDENCE = {
    "evidence": evidence,
    "evidence-refused": evidence,
    "owed": owed_file,
    "book": whole_book,
    "book-keys": book_keys,
    "copies": copies,
    "claims": claims,
}


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def outcomes(path, file):
    """Each case of a file of evidence, with its outcome."""
    run_case = EVIDENCE[name_of(path)]
    return [(case, run_case(file, case)) for case in file["cases"]]


def run(path, file):
    """Name, expected and actual outcome of each vector of a file."""
    name = name_of(path)
    if name in EVIDENCE:
        return [(case["name"], case["expected"], came) for case, came in outcomes(path, file)]
    import primitives

    return primitives.run(name, file)
