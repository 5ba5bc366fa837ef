"""A verifier for tercet/v1 after docs/protocol.md, with Python's standard library alone. It shares no code with the package.

python3 main.py check FILE…                  computes every vector of the files, and says which differ
python3 main.py expect FILE…                 writes the outcomes into vector files of evidence
python3 main.py bundle FILE --key KEY        checks a saved bundle, a draw or a slip's proof
python3 main.py club URL DRAW_ID --key KEY   the same of a draw as a club answers it
"""
import argparse
import json
import sys
import time
import urllib.request

import verdict
import vectors


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def check_files(paths):
    failed = total = 0
    for path in paths:
        results = vectors.run(path, read(path))
        total += len(results)
        for name, expected, came in results:
            if expected != came:
                failed += 1
                print(f"{path}: {name}\n  expected {json.dumps(expected)}\n  came     {json.dumps(came)}")
    print(f"{total - failed} of {total} vectors hold")
    return 1 if failed or total == 0 else 0


def expect_files(paths):
    for path in paths:
        file = read(path)
        for case, came in vectors.outcomes(path, file):
            case["expected"] = came
        write(path, file)
    return 0


def known_of(options, key):
    known = {"pinned": {"logKey": key}, "nowMs": int(time.time() * 1000)}
    lists = {name: options[name] for name in ("witnessed", "laterEntries", "leafHashes") if name in options}
    texts = {name: options[name] for name in ("beaconSignature", "payoutMinor") if name in options}
    known.update({name: one for name, one in lists.items() if is_texts(one)})
    known.update({name: one for name, one in texts.items() if isinstance(one, str)})
    return known


def is_texts(value):
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def check_bundle(file, key):
    if file.get("format") == "tercet/v1 bundle":
        kind, proof, options = file["kind"], file["proof"], file.get("options") or {}
    else:
        kind, proof, options = ("slip" if "receipt" in file else "draw"), file, {}
    found = verdict.check(kind, proof, known_of(options, key))
    print(json.dumps(found, indent=1))
    return found["exit"]


def main():
    sys.setrecursionlimit(10_000)
    parser = argparse.ArgumentParser()
    parser.add_argument("act", choices=["check", "expect", "bundle", "club"])
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--key", default="")
    given = parser.parse_args()
    if given.act == "check":
        return check_files(given.targets)
    if given.act == "expect":
        return expect_files(given.targets)
    if given.act == "bundle":
        return check_bundle(read(given.targets[0]), given.key)
    with urllib.request.urlopen(f"{given.targets[0]}/api/draws/{given.targets[1]}") as answer:
        return check_bundle(json.load(answer), given.key)



if __name__ == "__main__":
    sys.exit(main())
