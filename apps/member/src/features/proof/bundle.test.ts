import { verifySlip } from '@tercet/fair';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../../../packages/fair/src/index.ts';
import { witnessedStory } from '../../../../../packages/fair/tests/stories.ts';
import { bundleOf, bundleText, readBundle, savedProofsIn } from './bundle.ts';
import type { ProofQuestion } from './proof-messages.ts';

type Made = Parameters<typeof bundleOf>[1];

const { slip, leaves } = witnessedStory();
const leafHashes = leaves.map(toHex);
const nothing: Made = { gathered: {}, slip: null };

function saved(question: ProofQuestion, found: Made = nothing) {
  return bundleText(bundleOf(question, found, 1_800_000_000_000));
}

function read(text: string) {
  const { bundle } = readBundle(text);
  if (bundle === null) throw new Error('no bundle');
  return bundle;
}

describe('a saved bundle', () => {
  it('contains everything that the check used, and gives the same verdict', () => {
    const gathered = { witnessed: ['shown by a witness'], laterEntries: ['{}'], beaconSignature: 'ab'.repeat(48) };
    const options = { leafHashes, witnessed: ['kept here'], payoutMinor: '480', nowMs: 5, pinned: { origin: 'x' } };
    const bundle = read(saved({ kind: 'slip', proof: slip, options }, { ...nothing, gathered }));
    expect(bundle).toEqual({
      format: 'tercet/v1 bundle',
      kind: 'slip',
      proof: slip,
      options: { ...gathered, leafHashes, payoutMinor: '480', witnessed: ['kept here', 'shown by a witness'] },
      savedAtMs: 1_800_000_000_000,
    });
    const plain = read(saved({ kind: 'slip', proof: slip, options: { leafHashes } }));
    if (plain.kind !== 'slip') throw new Error('not a slip');
    expect(verifySlip(plain.proof, plain.options)).toEqual(verifySlip(slip, { leafHashes, ...plain.options }));
    expect(verifySlip(plain.proof, plain.options).steps.some(({ state }) => state === 'refuted')).toBe(false);
  });

  it('of a receipt is the slip with the path that was found for it', () => {
    const question: ProofQuestion = {
      kind: 'receipt',
      receipt: slip.receipt,
      draw: slip.draw,
      options: { leafHashes },
    };
    expect(read(saved(question, { ...nothing, slip }))).toMatchObject({ kind: 'slip', proof: slip });
    expect(read(saved(question))).toMatchObject({ kind: 'slip', proof: { receipt: slip.receipt, proof: null } });
  });

  it('may also be an answer of a club’s API', () => {
    expect(read(JSON.stringify(slip.draw))).toMatchObject({ kind: 'draw', proof: slip.draw, options: {} });
    expect(read(JSON.stringify(slip))).toMatchObject({ kind: 'slip', proof: slip });
  });

  it('keeps of its options only what has the right shape', () => {
    const file = JSON.parse(saved({ kind: 'draw', proof: slip.draw, options: {} }));
    file.options = {
      witnessed: [1],
      laterEntries: 'x',
      leafHashes: ['AB'],
      beaconSignature: 7,
      pinned: { origin: 'x' },
    };
    expect(read(JSON.stringify(file)).options).toEqual({});
    file.options = null;
    expect(read(JSON.stringify(file)).options).toEqual({});
  });

  const text = saved({ kind: 'draw', proof: slip.draw, options: {} });
  it.each([
    ['', 'other'],
    ['[]', 'other'],
    ['{}', 'other'],
    ['{"receipts":[]}', 'other'],
    ['{', 'other'],
    [text.slice(0, -20), 'damaged'],
    [text.replace('"draw"', '"slip"'), 'damaged'],
    [text.replace('"kind": "draw"', '"kind": "day"'), 'damaged'],
    [text.replace('dice-60/29743210', 'dice-60'), 'damaged'],
    [text.replace(/"dice": \[\s*\d/, '"dice": ["x"'), 'damaged'],
    ['{"format":"tercet/v1 bundle","kind":"draw","proof":null}', 'damaged'],
    [`{"format":"tercet/v1 bundle","kind":"slip","proof":{"receipt":{},"draw":{}}}`, 'damaged'],
  ])('is not found in %.60s', (given, problem) => {
    expect(readBundle(given)).toEqual({ problem, bundle: null });
  });
});

describe('a file of receipts', () => {
  it('may contain the findings in the seal', () => {
    const entry = { drawId: slip.draw.drawId, receipt: slip.receipt };
    const file = {
      receipts: [{ ...entry, inclusion: { proof: slip } }, entry, { ...entry, inclusion: { proof: {} } }],
    };
    expect(savedProofsIn(JSON.stringify(file))).toEqual([slip]);
    for (const none of ['', '{', '{}', '{"receipts":7}', '{"receipts":[null]}'])
      expect(savedProofsIn(none)).toEqual([]);
  });
});
