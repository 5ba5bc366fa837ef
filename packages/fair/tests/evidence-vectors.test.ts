import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import book from '../vectors/book.json' with { type: 'json' };
import bookKeys from '../vectors/book-keys.json' with { type: 'json' };
import claims from '../vectors/claims.json' with { type: 'json' };
import copies from '../vectors/copies.json' with { type: 'json' };
import evidence from '../vectors/evidence.json' with { type: 'json' };
import evidenceRefused from '../vectors/evidence-refused.json' with { type: 'json' };
import owed from '../vectors/owed.json' with { type: 'json' };
import { evidenceFiles, expectations } from './cases/files.ts';
import { runEvidence } from './evidence-vectors.ts';

const files: Record<string, { about: string; made: string; cases: { name: string; expected: unknown }[] }> = {
  book,
  'book-keys': bookKeys,
  claims,
  copies,
  evidence,
  'evidence-refused': evidenceRefused,
  owed,
};

// The independent reader computed the outcomes. It follows docs/protocol.md and shares no code with the package.
test.each(runEvidence(files))('$name', ({ ok, detail }) => {
  expect(ok, detail).toBe(true);
});

describe('the files', () => {
  const fresh = evidenceFiles();

  test.each(Object.keys(files))('%s.json holds the cases as they are in tests/cases', (name) => {
    const { cases, ...head } = files[name] ?? { cases: [] };
    const written = { ...head, cases: cases.map(({ expected: _, ...given }) => given) };
    expect(written, 'run node packages/fair/tests/cases/write.ts').toEqual(fresh[name]);
  });

  test('agree with what the author of each case expects', () => {
    const stated = Object.entries(expectations()).map(([name, list]) => [name, Object.fromEntries(list)]);
    const came = Object.entries(files).map(([name, { cases }]) => [
      name,
      Object.fromEntries(cases.map((one) => [one.name, inWords(name, one.expected)])),
    ]);
    expect(Object.fromEntries(came)).toEqual(Object.fromEntries(stated));
  });

  test('name each case once, and are all run', () => {
    for (const { cases } of Object.values(files)) {
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    }
    const primitives = 'beacon canonical dice ed25519 log merkle payouts receipt receipt-text schedule sum-tree'.split(
      ' ',
    );
    const known = [...Object.keys(files), ...primitives].map((name) => `${name}.json`).sort();
    expect(readdirSync(join(import.meta.dirname, '../vectors')).sort()).toEqual(known);
  });
});

interface Expected {
  verdict: string;
  steps: [id: string, state: string, reason: string | null][];
  missing: { step: string; reason: string }[];
  gaps: string[];
  findings: [seq: number, drawId: string | null, code: string][];
  keys?: string[];
  reason: string;
  metAt: number | null;
}

/** The outcome in the short form that the cases use. */
function inWords(file: string, outcome: unknown): unknown {
  if (file === 'claims') return outcome;
  if (file === 'copies') return outcome === null ? 'closed' : String((outcome as Expected).metAt ?? 'none');
  const { verdict, steps, missing, gaps, findings, keys, reason } = outcome as Expected;
  if (file === 'book-keys') return keys ?? reason;
  if (file === 'owed') return [verdict, ...steps.flatMap((step) => step[2] ?? [])].join(' ');
  if (file === 'book') return [verdict, ...gaps, ...findings.map(([, , code]) => code)].sort().join(' ');
  const refuted = steps.find(([, state]) => state === 'refuted');
  if (refuted !== undefined) return `${refuted[0]}: ${refuted[2]}`;
  return [verdict, ...missing.map((one) => `${one.step} ${one.reason}`)].join(', ');
}
