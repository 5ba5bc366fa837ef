/**
 * `node packages/fair/tests/run-reader.ts`: runs the independent reader (Python 3, standard library) over all vectors,
 * and over bundles with one altered part. Compares its outcomes with this package's. Fails without python3.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { honestCases } from './cases/honest.ts';
import { owedCases } from './cases/owed.ts';
import { outcomeOf } from './evidence-vectors.ts';
import { changed, changesOf, nameOf } from './omission.ts';

const READER = join(import.meta.dirname, 'independent-reader/main.py');
const VECTORS = join(import.meta.dirname, '../vectors');
/** Compares one change in this many; the selection differs from run to run. */
const STRIDE = 9;
const BENT = [
  'slip, 3 witnesses, public beacon',
  'slip, 0 witnesses, local beacon',
  'slip of a void draw, 3 witnesses, public beacon',
  'slip before its seal',
  'draw overdue, the result withheld',
  'void taken back and drawn',
  'key changed, the old one pinned',
];

interface Bent {
  name: string;
  [part: string]: unknown;
}

/** Each value with one part removed, emptied, cut or swapped, and the package's outcome. */
function bentOf(file: string, one: Bent, part: string, other: unknown, first: number): Bent[] {
  const subject = { whole: one[part], other };
  return changesOf(subject).flatMap((change, index) => {
    const value = index % STRIDE === first ? changed(subject, [change]) : null;
    if (value === null) return [];
    const given = JSON.parse(JSON.stringify({ ...one, [part]: value, name: `${one.name}: ${nameOf(change)}` }));
    return [{ ...given, expected: outcomeOf(file, { cases: [] }, given) }];
  });
}

function writeBent(folder: string): string[] {
  const first = Math.floor(Math.random() * STRIDE);
  console.log(`Bending every ${STRIDE}th part from number ${first} on.`);
  const honest = honestCases().map(({ name, bundle }) => ({ name, ...bundle }));
  const other = honest.find(({ name }) => name === 'slip, 3 witnesses, local beacon')?.proof;
  const bundles = honest.filter(({ name }) => BENT.includes(name));
  const files = owedCases().filter(({ base }) => base === null);
  const written = {
    evidence: bundles.flatMap((one) => bentOf('evidence', one, 'proof', other, first)),
    owed: files.flatMap(({ name, file, known }) =>
      bentOf('owed', { name, file, known }, 'file', files[0]?.file, first),
    ),
  };
  return Object.entries(written).map(([name, cases]) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify({ cases }));
    return path;
  });
}

function run(paths: readonly string[]): boolean {
  return spawnSync('python3', [READER, 'check', ...paths], { stdio: 'inherit' }).status === 0;
}

if (spawnSync('python3', ['--version']).status !== 0) {
  console.error('The independent reader needs python3, which this machine does not have: nothing was compared.');
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-reader-'));
  const vectors = readdirSync(VECTORS).map((name) => join(VECTORS, name));
  const holds = [run(vectors), run(writeBent(folder))];
  rmSync(folder, { recursive: true });
  process.exitCode = holds.every(Boolean) ? 0 : 1;
}
