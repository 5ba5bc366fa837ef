import { describe, expect, test } from 'vitest';
import { LOG, ORIGIN, signerOf, two, WITNESSES } from '../tests/book-kit.ts';
import { bent, check, READER } from '../tests/checking.ts';
import { lostLate, quorumAt, readerOf, undrawn, unsealed, voidedStory, witnessedStory } from '../tests/stories.ts';
import { NOTE_ED25519 } from './note.ts';
import type { DrawProof, VerifyOptions } from './proof.ts';
import { verifyDraw, verifySlip } from './verify.ts';

const story = witnessedStory({ beacon: 'public' });
const { slip, evidence, draw, table } = story;
const { tLock, draws } = draw;
const { before, inTime, after } = evidence;
if (before === null || inTime === null || after === null || evidence.table === null) throw new Error('no evidence');
const [first = '', second = ''] = WITNESSES.map(({ vkey }) => vkey);

describe('the origin', () => {
  test('is compared with what the reader pinned, and nothing else', () => {
    const unset = { origin: undefined, receiptKey: undefined, chainHash: undefined };
    expect(check(slip, { pinned: { ...unset, logKey: LOG.vkey } as VerifyOptions['pinned'] & object })).toBe(
      'verified',
    );
    const all = { origin: ORIGIN, receiptKey: table.receipt_key, chainHash: table.chain_hash, logKey: LOG.vkey };
    expect(check(slip, { pinned: all })).toBe('verified');
  });

  test('is that of the book’s keys', () => {
    const foreign = signerOf('other.example/book', 25, NOTE_ED25519);
    expect(check(bent(story, { logKey: foreign.vkey }), { pinned: { logKey: foreign.vkey } })).toBe(
      'origin: other-origin',
    );
  });
});

describe('witnesses that the reader confirmed count up to the deadline', () => {
  const confirmedWitnesses = [first, second];
  const cosigned = (at: number, late: number) => [
    ...WITNESSES.slice(0, 1).map((witness) => ({ witness, at })),
    ...WITNESSES.slice(1, 2).map((witness) => ({ witness, at: late })),
    ...WITNESSES.slice(2).map((witness) => ({ witness, at })),
  ];

  test('of the table, the second before its period opens', () => {
    const opens = tLock - draw.periodSeconds;
    const seen = (late: number) => {
      const checkpoint = story.book.checkpoint(opens - 5, cosigned(opens - 5, late), 1);
      return check(bent(story, { table: { checkpoint, place: story.book.place(0, 1) } }), { confirmedWitnesses });
    };
    expect(seen(opens - 1)).toBe('verified');
    expect(seen(opens)).toBe('incomplete, table other-witnesses');
  });

  test('of the checkpoint before the lock, the second before it', () => {
    const seen = (late: number) => {
      const checkpoint = story.book.checkpoint(tLock - 2, cosigned(tLock - 2, late), story.from);
      return check(bent(story, { before: checkpoint }), { confirmedWitnesses });
    };
    expect(seen(tLock - 1)).toBe('verified');
    expect(seen(tLock)).toBe('incomplete, witness other-witnesses');
  });

  test('of the checkpoint in time, three seconds before the round', () => {
    const seen = (late: number) => {
      const checkpoint = story.book.checkpoint(tLock + 2, cosigned(tLock + 2, late), story.drawSeq);
      return check(bent(story, { inTime: checkpoint }), { confirmedWitnesses });
    };
    expect(seen(draws - 3)).toBe('verified');
    expect(seen(draws - 2)).toBe('incomplete, witness other-witnesses');
  });

  test('of the result, at any time', () => {
    const checkpoint = story.book.checkpoint(draws + 1, cosigned(draws + 1, draws + 1_000_000));
    expect(check(bent(story, { after: { ...after, checkpoint } }), { confirmedWitnesses })).toBe('verified');
  });
});

describe('what is missing may come until it is due', () => {
  const bare = (note: string) => ({ note: `${note.split('\n').slice(0, 5).join('\n')}\n`, atMs: null });
  const minuteAfterLock = tLock * 1000 + 60_000;

  test('cosignatures of a seal', () => {
    const silent = bent({ slip: undrawn(story), evidence }, { inTime: bare(inTime.note), after: null });
    const undrawnYet = { ...silent, draw: { ...undrawn(story).draw, book: silent.draw.book } } as typeof silent;
    expect(check(undrawnYet, { nowMs: minuteAfterLock - 1 })).toBe('pending, witness not-witnessed');
    expect(check(undrawnYet, { nowMs: minuteAfterLock })).toBe('incomplete, witness not-witnessed');
  });

  test('the path of a slip', () => {
    for (const part of ['index', 'count'] as const) {
      const pathless = { ...undrawn(story), [part]: null };
      expect(check(pathless, { nowMs: minuteAfterLock - 1 })).toBe('pending, inclusion no-path, beacon not-drawn-yet');
      expect(check(pathless, { nowMs: minuteAfterLock })).toMatch(/^(incomplete|overdue), inclusion no-path/);
      expect(verifySlip(pathless, { ...READER, nowMs: minuteAfterLock }).verdict).toBe('incomplete');
    }
  });

  test('a seal, where one is claimed as well', () => {
    const open = unsealed(story);
    const claimed = bent({ slip: open, evidence }, { inTime: null, entries: [], after: null });
    const entries = { ...open.draw.entries, seal: slip.draw.entries.seal };
    const both = { ...claimed, draw: { ...claimed.draw, entries } };
    expect(check(both, { nowMs: minuteAfterLock - 1 })).toBe('pending, seal no-seal-in-time');
    expect(check(both, { nowMs: minuteAfterLock })).toBe('incomplete, seal no-seal-in-time');
    expect(check(claimed, { nowMs: minuteAfterLock - 1 })).toBe('pending, seal not-sealed-yet');
    expect(check(claimed, { nowMs: minuteAfterLock })).toBe('overdue, seal not-sealed-yet');
  });

  test('cosignatures of a result, and its place', () => {
    const minuteAfter = draws * 1000 + 60_000;
    const unseen = bent(story, { after: { ...after, checkpoint: story.book.checkpoint(draws + 1) } });
    for (const [proof, reason] of [
      [unseen, 'dice not-witnessed'],
      [bent(story, { after: null }), 'dice no-draw-place'],
    ] as const) {
      expect(check(proof, { nowMs: minuteAfter - 1 })).toBe(`pending, ${reason}`);
      expect(check(proof, { nowMs: minuteAfter })).toBe(`incomplete, ${reason}`);
    }
  });
});

describe('a draw without the cosignatures in time', () => {
  const note = `${inTime.note.split('\n').slice(0, 5).join('\n')}\n`;
  const open = bent({ slip: undrawn(story), evidence }, { inTime: { note, atMs: null }, after: null }, {});
  const shown = (change: Partial<DrawProof>) => ({
    ...open,
    draw: { ...undrawn(story).draw, book: open.draw.book, ...change },
  });

  test('is refuted by any word of a result, once every witness answered', () => {
    const entries = { ...slip.draw.entries, draw: null };
    expect(check(shown({ dice: draw.dice }) as typeof slip)).toBe('witness: not-witnessed');
    expect(check(shown({ entries: slip.draw.entries }) as typeof slip)).toBe('witness: not-witnessed');
    expect(check(shown({ entries }) as typeof slip)).toBe('incomplete, witness not-witnessed');
    expect(check(shown({ entries: undefined as never }) as typeof slip)).toBe(
      'incomplete, witness not-witnessed, beacon no-draw-entry',
    );
    const one = { witnessAnswers: [first, second] };
    expect(check(shown({ dice: draw.dice }) as typeof slip, one)).toBe('incomplete, witness not-witnessed');
  });
});

test('a draw without a seal has no result to withhold, though the round is known', () => {
  const options = { ...READER, beaconSignature: draw.signature, nowMs: draws * 2000 };
  expect(verifySlip(unsealed(story), options)).toMatchObject({ verdict: 'overdue', withheld: null });
  expect(verifySlip(undrawn(story), options)).toMatchObject({ verdict: 'overdue', withheld: { dice: draw.dice } });
});

test('a result that the house shows nothing of is overdue once it is due, and incomplete before', () => {
  const proof = { ...undrawn(story), draw: { ...undrawn(story).draw, book: null } };
  const due = draws * 1000 + 60_000;
  expect(verifySlip(proof, { ...READER, nowMs: due }).verdict).toBe('overdue');
  expect(verifySlip(proof, { ...READER, nowMs: due - 1 }).verdict).toBe('incomplete');
});

test('nothing is overdue by the table of another lottery, or without the id of a draw', () => {
  const { entry } = slip.draw.table;
  const shown = { ...undrawn(story).draw, book: null, table: { entry } } as unknown as DrawProof;
  const judge = (change: object) => verifyDraw({ ...shown, ...change }, READER).verdict;
  expect(judge({})).toBe('overdue');
  expect(judge({ drawId: draw.drawId.replace('dice-48', 'dice-96') })).toBe('incomplete');
  for (const drawId of [null, '', 'dice-48']) expect(judge({ drawId })).toBe('incomplete');
});

describe('a payout after the stake went back', () => {
  const late = draws + 86_400;
  const paidAt = (stakeSeconds: number, payoutMinor: string, options: object = {}) => {
    const whole = witnessedStory(options);
    const checkpoint = whole.book.checkpoint(stakeSeconds, quorumAt(whole.table, stakeSeconds));
    const { after: shown } = whole.evidence;
    const { steps } = verifySlip(bent(whole, { after: shown && { ...shown, checkpoint } }), { ...READER, payoutMinor });
    return steps.find(({ id }) => id === 'payout')?.reason ?? null;
  };
  const local = witnessedStory();
  const lateLocal = local.draw.draws + 86_400;
  const wins = local.draw.dice.reduce<number>((sum, die) => sum + die, 0) >= 11;

  test('is the whole of what the dice pay, or the stake where that is more', () => {
    const paid = verifySlip(local.slip, READER).steps.find(({ id }) => id === 'payout')?.values.payoutMinor ?? '';
    expect(paidAt(lateLocal, paid)).toBeNull();
    expect(paidAt(lateLocal, '250')).toBe(wins ? 'payout' : null);
    expect(paidAt(lateLocal - 1, '250')).toBe('payout');
    expect(paidAt(lateLocal, '1')).toBe('payout');
  });

  test.each([0, 3])(
    'is the exact stake of a slip that lost, from a day after the round, with %i witnesses',
    (witnesses) => {
      const payout = (told: string, after?: number) => {
        const lost = lostLate(witnesses, after);
        const { steps } = verifySlip(lost.slip, { ...readerOf(lost), payoutMinor: told });
        return steps.find(({ id }) => id === 'payout')?.reason ?? null;
      };
      expect(payout('250')).toBeNull();
      expect(payout('0')).toBeNull();
      expect(payout('249')).toBe('payout');
      expect(payout('250', 86_399)).toBe('payout');
    },
  );

  test('is open where only the house dates the draw, and does not', () => {
    const lost = lostLate(0);
    const { after: shown } = lost.slip.draw.book ?? {};
    const checkpoint = { ...shown?.checkpoint, atMs: null };
    const undated = bent(lost, { ...lost.slip.draw.book, after: { ...shown, checkpoint } as never });
    expect(check(undated, { payoutMinor: '250' })).toBe('incomplete, payout no-time');
    expect(check(undated, { payoutMinor: '0' })).toBe('time-not-proven');
  });

  test('on the public beacon', () => {
    const big = draw.dice.reduce<number>((sum, die) => sum + die, 0) >= 11;
    expect(wins || big).toBe(true);
    expect(paidAt(late, '250', { beacon: 'public' })).toBe(big ? 'payout' : null);
  });
});

describe('a void', () => {
  const voided = voidedStory();
  const drawn = witnessedStory();

  test('beside any word of a result is a breach', () => {
    const entries = { ...voided.slip.draw.entries, draw: drawn.slip.draw.entries.draw };
    expect(check(bent(voided, {}, { entries }))).toBe('void: void-and-drawn');
    expect(check(bent(voided, {}, { dice: drawn.draw.dice }))).toBe('void: void-and-drawn');
  });

  test('beside a result, without a checkpoint in time, may be overridden where the table names witnesses', () => {
    const without = { inTime: null, entries: [] };
    expect(check(bent(voided, without, { dice: drawn.draw.dice }))).toBe('incomplete, void no-seal-in-time');
    const unwitnessed = voidedStory({ witnesses: 0 });
    expect(check(bent(unwitnessed, without, { dice: drawn.draw.dice }))).toBe('void: void-and-drawn');
  });

  test('that witnesses override waits for the place of the draw', () => {
    const copy = drawn.book.copy();
    const [result = ''] = copy.bodies.splice(drawn.drawSeq);
    const { drawId, draws: drawnAt } = drawn.draw;
    const voidSeq = copy.append({ type: 'void', draw_id: drawId, reason: 'seal-late', table: drawn.tableHash });
    const drawSeq = copy.bodies.push(result) - 1;
    const checkpoint = copy.checkpoint(drawnAt + 2, two(drawnAt + 2));
    const places = { draw: copy.place(drawSeq), void: copy.place(voidSeq) };
    const entries = { ...drawn.slip.draw.entries, void: copy.entry(voidSeq) };
    const shown = (change: object) => bent(drawn, { after: { checkpoint, ...places, ...change } }, { entries });
    expect(check(shown({}))).toBe('time-not-proven');
    expect(verifySlip(shown({}), READER).steps.find(({ id }) => id === 'void')?.values).toMatchObject({
      overridden: 'yes',
    });
    expect(check(shown({ draw: null }))).toBe('incomplete, dice no-draw-place');
  });
});

test('no source is asked twice for the same evidence', () => {
  const { missing } = verifySlip({ ...slip, draw: null as never }, READER);
  expect(missing).toEqual([{ step: 'origin', reason: 'no-draw', from: 'reader' }]);
});
