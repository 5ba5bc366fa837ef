import { describe, expect, test } from 'vitest';
import { draw, leafOf, logged, slip, story, withDraw, withEntries } from '../tests/bend-slip.ts';
import { LOG, ORIGIN, RECEIPT_KEYS, WITNESSES } from '../tests/book-kit.ts';
import { bent, READER } from '../tests/checking.ts';
import { readerOf, undrawn, unsealed, voidedStory, witnessedStory } from '../tests/stories.ts';
import { QUICKNET } from './beacon.ts';
import { toHex } from './bytes.ts';
import type { SlipProof, StepId, VerifyOptions } from './proof.ts';
import { verifySlip } from './verify.ts';

/** What each step shows to the reader. */
function valuesOf(proof: SlipProof, options: VerifyOptions = READER): Record<string, Record<string, string>> {
  return Object.fromEntries(verifySlip(proof, options).steps.map(({ id, values }) => [id, values]));
}

function blockers(proof: SlipProof, options: VerifyOptions = READER): Partial<Record<StepId, string>> {
  const blocked = verifySlip(proof, options).steps.filter(({ reason }) => reason === 'blocked');
  return Object.fromEntries(blocked.map(({ id, values }) => [id, values.by]));
}

const publicStory = witnessedStory({ beacon: 'public' });

describe('each step shows what it computed', () => {
  test('of an honest slip', () => {
    const { draw: facts, tableHash, slip: proof, from, drawSeq, evidence } = publicStory;
    const { seal } = proof.draw.entries;
    const root = JSON.parse(seal?.body ?? '').root;
    const leafHash = toHex(publicStory.leaves[2] ?? new Uint8Array());
    const [, , signedRoot = ''] = evidence.inTime?.note.split('\n') ?? [];
    expect(valuesOf(proof, readerOf(publicStory))).toEqual({
      origin: {
        origin: ORIGIN,
        receiptKey: toHex(RECEIPT_KEYS.publicKey),
        chainHash: QUICKNET.hash,
        logKey: LOG.vkey,
      },
      receipt: {
        slipId: '00010203-0405-0607-0809-0a0b0c0d0e0f',
        drawId: facts.drawId,
        acceptedMs: String(facts.tLock * 1000 - 1),
      },
      table: { tableHash, key: 'dice-48', firstPeriod: String(facts.period - 210), tableSeq: '0' },
      schedule: { tLock: String(facts.tLock), round: String(facts.round), roundTime: String(facts.draws) },
      witness: {
        quorum: '2',
        of: '3',
        from: String(from),
        to: String(drawSeq),
        root: Buffer.from(signedRoot, 'base64').toString('hex'),
        entries: '2',
        inTimeAt: String(facts.tLock + 2),
      },
      seal: { root, count: '5', leaves: 'not-given' },
      inclusion: { leafHash, index: '2', count: '5', root },
      beacon: {
        round: String(facts.round),
        chainHash: QUICKNET.hash,
        kind: 'quicknet',
        signature: facts.signature,
      },
      dice: {
        seed: facts.seed,
        dice: facts.dice.join(' '),
        sum: String(facts.dice.reduce<number>((sum, die) => sum + die, 0)),
      },
      payout: { stakeMinor: '250', payoutMinor: expect.stringMatching(/^[0-9]+$/) as never },
    });
  });

  test('of a window that only the house dates there is no time', () => {
    const house = witnessedStory({ witnesses: 0 });
    const { witness } = valuesOf(house.slip, readerOf(house));
    expect(witness).toMatchObject({ quorum: '0', of: '0', entries: '2' });
    expect(witness).not.toHaveProperty('inTimeAt');
  });

  test('of a void its reason, and whom the reader still has to ask', () => {
    const voided = voidedStory();
    expect(valuesOf(voided.slip).void).toEqual({ reason: 'seal-late' });
    const [first = '', second = ''] = voided.table.witnesses;
    const silent = valuesOf(voided.slip, { ...READER, witnessAnswers: [second] }).void;
    expect(silent).toEqual({ reason: 'seal-late', witnesses: 'witness.example/w30 witness.example/w32' });
    expect(valuesOf(voided.slip, { ...READER, witnessAnswers: [first, second] }).void?.witnesses).toBe(
      'witness.example/w32',
    );
    // A text that is no key is shown as it is.
    const odd = voidedStory({ table: { witnesses: [first, second, 'no key'] } });
    expect(valuesOf(odd.slip, { ...READER, witnessAnswers: [first, second] }).void?.witnesses).toBe('no key');
  });

  test('of a result that is not shown, its round', () => {
    const { beacon } = valuesOf(undrawn(story));
    expect(beacon).toEqual({ round: String(draw.round), chainHash: draw.chain.hash, kind: 'local' });
  });

  test('of a result without its place, the dice', () => {
    const { dice } = valuesOf(bent(story, { after: null }));
    expect(dice).toMatchObject({ seed: draw.seed, dice: draw.dice.join(' ') });
  });

  test('of what other sources say, both sides', () => {
    const other = { drawId: draw.drawId, tableHash: null, seal: null, fate: 'drawn', dice: [6, 6, 6] } as const;
    const { claims } = valuesOf(slip, { ...READER, claims: [{ ...other, dice: [6, 6, 6] }] });
    expect(JSON.parse(claims?.one ?? '')).toMatchObject({ drawId: draw.drawId, dice: draw.dice });
    expect(JSON.parse(claims?.other ?? '')).toMatchObject({ drawId: draw.drawId, dice: [6, 6, 6] });
    const voided = { ...other, fate: 'void', dice: null } as const;
    const undated = valuesOf(slip, { ...READER, claims: [voided] }).claims;
    expect(JSON.parse(undated?.other ?? '')).toEqual(voided);
  });
});

describe('a step that is refuted shows the evidence to keep', () => {
  test('two seals', () => {
    const copy = story.book.copy();
    copy.bodies.length = story.drawSeq;
    copy.append({ type: 'seal', draw_id: draw.drawId, root: 'ab'.repeat(32), count: '6', table: story.tableHash });
    const at = draw.tLock + 3;
    const cosigned = WITNESSES.map((witness) => ({ witness, at }));
    const inTime = copy.checkpoint(at, cosigned);
    const both = bent(story, { inTime, entries: copy.bodies.slice(story.from), after: null });
    const [, first, second] = copy.bodies.slice(story.from);
    expect(valuesOf(both).seal).toEqual({ first, second });
  });

  test('a seal other than the one in the book', () => {
    const shown = { type: 'seal', draw_id: draw.drawId, root: '00'.repeat(32), count: '5', table: story.tableHash };
    const { seal } = valuesOf(withEntries({ seal: logged(shown as never) }));
    expect(seal).toEqual({ root: '00'.repeat(32), count: '5', found: slip.draw.entries.seal?.body });
  });

  test('a table whose hash is another’s', () => {
    const { entry } = slip.draw.table;
    expect(valuesOf(withDraw({ table: { hash: '00'.repeat(32), entry } })).table).toEqual({
      tableHash: '00'.repeat(32),
    });
  });

  test('two signed roots of one size', () => {
    const fork = story.book.copy();
    fork.bodies[story.from] = fork.bodies[0] ?? '';
    const { note } = fork.checkpoint(draw.tLock, [], story.drawSeq);
    const rootOf = (text: string) => Buffer.from(text.split('\n')[2] ?? '', 'base64').toString('hex');
    expect(valuesOf(slip, { ...READER, witnessed: [note] }).witness).toMatchObject({
      size: String(story.drawSeq),
      rootA: rootOf(story.evidence.inTime?.note ?? ''),
      rootB: rootOf(note),
      from: String(story.from),
      to: String(story.drawSeq),
      root: rootOf(story.evidence.inTime?.note ?? ''),
    });
  });

  test('a witness with a false time, and the entry that does not fit', () => {
    const [first] = WITNESSES;
    if (first === undefined) throw new Error('no witness');
    const { note } = story.book.checkpoint(0, [{ witness: first, at: draw.tLock + 600 }], story.from + 1);
    expect(valuesOf(slip, { ...READER, witnessed: [note] }).witness?.witness).toBe(first.vkey);
    const entries = [...story.evidence.entries].reverse();
    expect(valuesOf(bent(story, { entries })).witness?.at).toBe(String(story.drawSeq - 1));
  });
});

describe('a step that waits for another names it', () => {
  const rest = { inclusion: 'seal', dice: 'beacon' };

  test.each<[string, SlipProof, VerifyOptions, object]>([
    [
      'the origin',
      bent(story, { logKey: '' }),
      READER,
      {
        receipt: 'table',
        table: 'origin',
        schedule: 'table',
        witness: 'origin',
        seal: 'witness',
        inclusion: 'receipt',
      },
    ],
    [
      'the table',
      bent(story, { table: null }),
      READER,
      { receipt: 'table', schedule: 'table', witness: 'table', seal: 'witness', beacon: 'table' },
    ],
    ['the receipt', { ...slip, receipt: null as never }, READER, { inclusion: 'receipt', payout: 'receipt' }],
    ['the receipt’s table', leafOf({ tableHash: '00'.repeat(32) }), READER, { schedule: 'table', payout: 'table' }],
    ['the schedule', withDraw({ round: 0 }), READER, { witness: 'schedule', beacon: 'table', seal: 'witness' }],
    ['the witnesses', bent(story, { before: null }), READER, { seal: 'witness', inclusion: 'seal', dice: 'witness' }],
    ['the result', undrawn(story), READER, { dice: 'beacon', payout: 'dice' }],
    ['the seal', unsealed(story), READER, { ...rest, beacon: 'seal', payout: 'dice' }],
  ])('%s', (_what, proof, options, expected) => {
    expect(blockers(proof, options)).toMatchObject(expected);
  });

  test('a result beside a void waits for the void', () => {
    const voided = voidedStory();
    const silent = { ...READER, witnessAnswers: [] };
    expect(blockers(voided.slip, silent)).toMatchObject({ seal: 'void', beacon: 'void' });
    const { void: stored } = voided.slip.draw.entries;
    expect(blockers(withEntries({ void: stored, draw: null }), READER)).toMatchObject({ beacon: 'void' });
    expect(blockers(bent(voided, { logKey: '' }), READER)).toMatchObject({ void: 'table', payout: 'receipt' });
    expect(blockers(bent(voided, { before: null }), READER)).toMatchObject({ void: 'witness' });
  });

  test('the stake is shown while the payout waits', () => {
    expect(valuesOf(undrawn(story)).payout).toEqual({ stakeMinor: '250', by: 'dice' });
    expect(valuesOf(bent(story, { table: null })).receipt).toMatchObject({ by: 'table', drawId: draw.drawId });
    expect(valuesOf(unsealed(story)).beacon).toMatchObject({ by: 'seal', round: String(draw.round) });
  });
});
