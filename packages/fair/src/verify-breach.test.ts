import { bls12_381 } from '@noble/curves/bls12-381.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { draw, leafOf, logged, slip, story, withDraw, withEntries } from '../tests/bend-slip.ts';
import { OTHER_LOG, tableOf, textOf } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { witnessedStory } from '../tests/stories.ts';
import { QUICKNET, roundPoint } from './beacon.ts';
import { toHex } from './bytes.ts';
import type { SlipProof, VerifyOptions } from './proof.ts';
import { verifyDraw, verifySlip } from './verify.ts';

const leafHashes = story.leaves.map(toHex);

describe('a draw forged without the book’s key', () => {
  const forgedTable = { ...story.table, receipt_key: toHex(ed25519.getPublicKey(new Uint8Array(32).fill(9))) };
  const table = logged(forgedTable);
  const made = withDraw({ table: { hash: table.hash, entry: table } });

  test.each([
    ['without evidence of the book', { ...made, draw: { ...made.draw, book: null } }, 'incomplete'],
    ['with a table that is in no book', made, 'breach'],
    [
      'with no place for the table',
      bent(story, { table: null }, { table: { hash: table.hash, entry: table } }),
      'incomplete',
    ],
    ['with a book of its own key', bent(story, { logKey: OTHER_LOG.vkey }), 'breach'],
  ])('%s is never believed', (_how, proof, verdict) => {
    expect(verifyDraw(proof.draw, READER).verdict).toBe(verdict);
  });

  test.each([
    ['without evidence of the book', { book: null }],
    [
      'with an old checkpoint and no place',
      { book: { ...story.evidence, inTime: story.evidence.before, after: null } },
    ],
    ['with a place of another entry', { book: { ...story.evidence, entries: [], inTime: story.evidence.before } }],
  ])('a void %s is not void', (_how, change) => {
    const voided = logged({ type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: slip.draw.table.hash });
    const nothing = { dice: null, signature: null, seed: null, root: null, slipCount: null };
    const proof = withEntries({ seal: null, draw: null, void: voided }, { ...nothing, ...change });
    for (const witnesses of [0, 1, 3]) {
      const of = witnessedStory({ witnesses });
      const verdicts = [
        verifyDraw(proof.draw, READER),
        verifyDraw({ ...proof.draw, table: of.slip.draw.table }, READER),
      ];
      for (const { verdict } of verdicts) expect(['incomplete', 'breach']).toContain(verdict);
    }
  });
});

describe('a breach is found where it is', () => {
  const otherDice = textOf([draw.dice[1], draw.dice[2], draw.dice[0] === 6 ? 1 : 6]);
  const sealOf = (change: object) =>
    logged({
      type: 'seal',
      draw_id: draw.drawId,
      root: slip.draw.root ?? '',
      count: '5',
      table: story.tableHash,
      ...change,
    });
  const resultOf = (change: object) => {
    const { drawId, round, signature, dice } = draw;
    return logged({ type: 'draw', draw_id: drawId, round: String(round), signature, dice: textOf(dice), ...change });
  };
  const otherRound = bls12_381.shortSignatures.sign(roundPoint(draw.round + 1), new Uint8Array(32).fill(5)).toHex(true);
  const otherKey = new Uint8Array(32).fill(8);
  const receiptOf = (change: object): SlipProof => ({ ...slip, receipt: { ...slip.receipt, ...change } });
  const { table } = slip.draw;
  const retabled = (change: object) => {
    const entry = logged(tableOf(change));
    return withDraw({ table: { hash: entry.hash, entry } });
  };

  const breaches: [string, SlipProof, string, VerifyOptions?][] = [
    ['another origin than pinned', slip, 'origin: other-origin', { pinned: { ...READER.pinned, origin: 'a.b/x' } }],
    [
      'another receipt key than pinned',
      slip,
      'origin: other-receiptKey',
      { pinned: { ...READER.pinned, receiptKey: '00'.repeat(32) } },
    ],
    [
      'another chain than pinned',
      slip,
      'origin: other-chainHash',
      { pinned: { ...READER.pinned, chainHash: QUICKNET.hash } },
    ],
    ['another book key than pinned', slip, 'origin: other-logKey', { pinned: { logKey: OTHER_LOG.vkey } }],
    ['a receipt of another key', leafOf({}, otherKey), 'receipt: signature'],
    [
      'a receipt that names another key',
      receiptOf({ publicKey: toHex(ed25519.getPublicKey(otherKey)) }),
      'receipt: other-key',
    ],
    ['a receipt to another name', receiptOf({ userName: 'mara' }), 'receipt: commitment'],
    ['a receipt with damaged leaf data', receiptOf({ leafData: slip.receipt.leafData.slice(2) }), 'receipt: leaf-data'],
    ['a receipt that is none', receiptOf({ leafData: 5 }), 'receipt: malformed'],
    ['a slip of another house', leafOf({ origin: 'example.com/x' }), 'receipt: other-origin'],
    ['a slip of another draw', leafOf({ drawId: 'dice-60/1' }), 'receipt: other-draw'],
    ['a slip on another table', leafOf({ tableHash: '00'.repeat(32) }), 'table: other-table'],
    ['a slip accepted after the lock', leafOf({ acceptedMs: draw.tLock * 1000 }), 'schedule: accepted-after-lock'],
    ['a slip with another round', leafOf({ round: draw.round + 1 }), 'schedule: receipt-schedule'],
    ['a slip with another lock', leafOf({ tLock: draw.tLock + 60 }), 'schedule: receipt-schedule'],
    ['a table of another lottery', retabled({ key: 'dice-61' }), 'table: other-lottery'],
    ['a table not yet in force', retabled({ first_period: String(draw.period + 1) }), 'table: not-yet-in-force'],
    ['another period length', withDraw({ periodSeconds: 30 }), 'table: period-length'],
    ['another chain than the table’s', withDraw({ chain: QUICKNET }), 'table: other-chain'],
    [
      'a table hash that is not the body’s',
      withDraw({ table: { hash: '00'.repeat(32), entry: table.entry } }),
      'table: entry-hash',
    ],
    [
      'a table body that was changed',
      withDraw({
        table: {
          hash: table.hash,
          entry: { ...table.entry, body: table.entry.body.replace('"stake_min":"100"', '"stake_min":"101"') },
        },
      }),
      'table: entry-hash',
    ],
    ['another round', withDraw({ round: draw.round + 1 }), 'schedule: other-round'],
    ['another lock', withDraw({ locksAtMs: draw.tLock * 1000 + 1 }), 'schedule: other-lock'],
    ['the seal of another draw', withEntries({ seal: sealOf({ draw_id: 'dice-60/1' }) }), 'seal: other-draw'],
    ['another root in the seal', withEntries({ seal: sealOf({ root: '00'.repeat(32) }) }), 'seal: other-seal'],
    ['another count in the seal', withEntries({ seal: sealOf({ count: '6' }) }), 'seal: other-seal'],
    ['a seal under another table', withEntries({ seal: sealOf({ table: '00'.repeat(32) }) }), 'seal: other-table'],
    ['another root beside the seal', withDraw({ root: '00'.repeat(32) }), 'seal: other-seal'],
    ['another count beside the seal', withDraw({ slipCount: 6 }), 'seal: other-seal'],
    [
      'a seal whose hash is not its body’s',
      withEntries({ seal: { ...sealOf({}), hash: '00'.repeat(32) } }),
      'seal: entry-hash',
    ],
    ['a slip dropped from the list', slip, 'seal: count', { leafHashes: leafHashes.slice(1) }],
    ['a slip changed in the list', slip, 'seal: root', { leafHashes: leafHashes.with(2, '00'.repeat(32)) }],
    ['a slip that is not in the seal', leafOf({ acceptedMs: 1 }), 'inclusion: path'],
    ['another place in the seal', { ...slip, index: 3 }, 'inclusion: path'],
    ['another count in the proof', { ...slip, count: 6 }, 'inclusion: count'],
    [
      'the signature of another round',
      withEntries({ draw: resultOf({ signature: otherRound }) }, { signature: otherRound }),
      'beacon: signature',
    ],
    [
      'another signature in the book',
      withEntries({ draw: resultOf({ signature: otherRound }) }),
      'beacon: other-signature',
    ],
    ['another round in the book', withEntries({ draw: resultOf({ round: '7' }) }), 'beacon: other-round'],
    ['the draw entry of another draw', withEntries({ draw: resultOf({ draw_id: 'dice-60/1' }) }), 'beacon: other-draw'],
    ['a draw entry of another type', withEntries({ draw: { ...resultOf({}), type: 'void' } }), 'beacon: entry-hash'],
    ['other dice', withDraw({ dice: otherDice.map(Number) as [number, number, number] }), 'dice: dice'],
    ['other dice in the book', withEntries({ draw: resultOf({ dice: otherDice }) }), 'dice: entry-dice'],
    ['another seed', withDraw({ seed: '00'.repeat(32) }), 'dice: seed'],
    ['another payout', slip, 'payout: payout', { payoutMinor: '1' }],
  ];

  test.each(breaches)('%s', (_name, bundle, trouble, more = {}) => {
    expect(check(bundle, more)).toBe(trouble);
    expect(verifySlip(bundle, { ...READER, ...more }).verdict).toBe('breach');
  });
});
