import { type SlipProof, toHex, type Verdict, type VerifyOptions } from '@tercet/fair';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { LOG } from '../../../../../packages/fair/tests/book-kit.ts';
import { isBetter } from '../../../../../packages/fair/tests/omission.ts';
import { witnessedStory } from '../../../../../packages/fair/tests/stories.ts';
import { gatherProof } from './gather-proof.ts';
import type { ProofAnswer, ProofQuestion } from './proof-messages.ts';
import { createProofRunner, type ProofRunner } from './proof-runner.ts';

// The app's runner and worker, with a structured clone between them.

const { slip, leaves } = witnessedStory();
/** The slip before its draw has a result. This check is fast, because it needs no pairing. */
const NO_RESULT = { dice: null, signature: null, seed: null };
const sealed: SlipProof = {
  ...slip,
  draw: { ...slip.draw, ...NO_RESULT, entries: { ...slip.draw.entries, draw: null } },
};
const options: VerifyOptions = { pinned: { logKey: LOG.vkey }, leafHashes: leaves.map(toHex) };
const ask = { logKey: LOG.vkey, bookUrl: null, witnesses: [] };
let runner: ProofRunner;

beforeAll(async () => {
  const worker = { postMessage: (_message: unknown) => {}, terminate: () => {} } as unknown as Worker;
  const scope = {
    onmessage: (_event: { data: unknown }) => {},
    postMessage: (answer: ProofAnswer) => worker.onmessage?.({ data: structuredClone(answer) } as MessageEvent),
  };
  worker.postMessage = (message: unknown) => scope.onmessage({ data: structuredClone(message) });
  vi.stubGlobal('self', scope);
  await import('./proof-worker.ts');
  runner = createProofRunner(() => worker);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
});

function deep(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

const MALFORMED: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['0', 0],
  ['-1', -1],
  ['1.5', 1.5],
  ['1e300', 1e300],
  ['an empty text', ''],
  ['a text', 'x'],
  ['a long text', '1'.repeat(100_000)],
  ['{}', {}],
  ['an object', { a: { b: 1 } }],
  ['[]', []],
  ['a list', [0, null, {}]],
  ['a deep list', deep(5000)],
];

type Path = readonly (string | number)[];

/** Paths to all parts of a value. Of each list only the first element is used. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== 'object' || value === null) return own;
  const parts = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  return [...own, ...parts.flatMap(([name, part]) => pathsOf(part, [...path, name]))];
}

function withPart(whole: SlipProof, path: Path, part: unknown): SlipProof {
  const copy = structuredClone(whole) as unknown as Record<string, unknown>;
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[String(path.at(-1))] = part;
  return copy as unknown as SlipProof;
}

function questionOf(kind: ProofQuestion['kind'], proof: SlipProof): ProofQuestion {
  if (kind === 'draw') return { kind, proof: proof.draw, options, ask };
  return kind === 'slip'
    ? { kind, proof, options, ask }
    : { kind, receipt: proof.receipt, draw: proof.draw, options, ask };
}

describe('a check of what the house sent', () => {
  async function expectSteps(question: ProofQuestion, honest: Verdict, what: string): Promise<void> {
    const { verdict, steps } = await runner.run(question);
    expect(isBetter(verdict, honest), `${what}: ${verdict}`).toBe(false);
    expect(steps.length).toBeGreaterThan(0);
    expect(
      steps.filter(({ state, reason }) => (state === 'ok') !== (reason === null)),
      what,
    ).toEqual([]);
    for (const value of steps.flatMap(({ values }) => Object.values(values))) expect(value).toBeTypeOf('string');
  }

  it('ends with steps, whatever it contains', { timeout: 120_000 }, async () => {
    const honest = await runner.run(questionOf('slip', sealed));
    expect(honest.verdict).toBe('overdue');
    const paths = pathsOf(sealed);
    expect(paths.length).toBeGreaterThan(50);
    for (const [turn, path] of paths.entries()) {
      // Each path takes a third of the values; the next path takes the next third.
      for (const [what, part] of MALFORMED.filter((_, index) => (index + turn) % 3 === 0)) {
        const question = questionOf('slip', withPart(sealed, path, part));
        await expectSteps(question, honest.verdict, `${what} at ${path.join('.')}`);
      }
    }
  });

  it('queries the others without an exception, whatever it contains', { timeout: 120_000 }, async () => {
    for (const [turn, path] of pathsOf(slip.draw).entries()) {
      for (const [what, part] of MALFORMED.filter((_, index) => (index + turn) % 3 === 0)) {
        const { draw } = withPart(slip, ['draw', ...path], part);
        const gathered = await gatherProof(draw, ask).catch((error) => `${what} at ${path.join('.')}: ${error}`);
        expect(gathered).toBeTypeOf('object');
      }
    }
  });

  it('ends with steps, whatever a result contains', { timeout: 120_000 }, async () => {
    const honest = await runner.run(questionOf('slip', slip));
    expect(honest.verdict).toBe('time-not-proven');
    const ofResult = /^draw\.(dice|signature|seed|entries\.draw|book\.after)/;
    const paths = pathsOf(slip).filter((path) => ofResult.test(path.join('.')));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      for (const [what, part] of MALFORMED.slice(1, 3)) {
        const question = questionOf('slip', withPart(slip, path, part));
        await expectSteps(question, honest.verdict, `${what} at ${path.join('.')}`);
      }
    }
  });

  it.each(['draw', 'slip', 'receipt'] as const)('refutes an endlessly nested %s', async (kind) => {
    const draw = { ...(deep(200_000) as object), drawId: slip.draw.drawId } as never;
    const { verdict, steps } = await runner.run(questionOf(kind, { ...slip, draw }));
    expect(verdict).toBe('breach');
    expect(steps[0]).toMatchObject({ id: 'origin', state: 'refuted', reason: 'malformed' });
  });

  it('refutes an endlessly nested receipt or payout, and skips such claims', async () => {
    const receipt = deep(200_000) as never;
    const own = await runner.run({ kind: 'slip', proof: { ...slip, receipt }, options, ask });
    expect(own.steps.find(({ id }) => id === 'receipt')).toMatchObject({ state: 'refuted', reason: 'malformed' });
    const payoutMinor = deep(200_000) as never;
    const paid = await runner.run({ kind: 'slip', proof: slip, options: { ...options, payoutMinor } });
    expect(paid.steps.find(({ id }) => id === 'payout')).toMatchObject({ state: 'refuted', reason: 'payout' });
    const claims = deep(200_000) as never;
    const reported = await runner.run({ kind: 'draw', proof: slip.draw, options: { ...options, claims } });
    expect(reported.steps.map(({ id }) => id)).not.toContain('claims');
  });
});
