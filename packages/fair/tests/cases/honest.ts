/** Honest evidence: a draw in all its states, with witnesses and beacons of each kind. */
import {
  BETS,
  multipliersOfTable,
  NOTE_COSIGNATURE,
  parseVerifierKey,
  payoutOnDice,
  type SlipProof,
  toHex,
  verifierKeyOf,
} from '../../src/index.ts';
import { beaconSignature, two, WITNESSES } from '../book-kit.ts';
import {
  lostLate,
  overriddenStory,
  type Story,
  sicBoStory,
  undrawn,
  unsealed,
  voidedStory,
  type WitnessedStory,
  witnessedStory,
} from '../stories.ts';
import { drawBundle, type EvidenceCase, honest, slipBundle } from './case.ts';
import { spoil } from './forge.ts';
import { rotatedStory, rotatedTwice } from './rotated.ts';

const STAKE = '250';

/** Payout of the kit's slip (250 on `big` at 19200). */
function paid({ draw }: Pick<WitnessedStory, 'draw'>): string {
  return draw.dice[0] + draw.dice[1] + draw.dice[2] >= 11 ? '480' : '0';
}

function drawnCases(): EvidenceCase[] {
  const gaps = (witnesses: number, beacon: string) =>
    witnesses === 3 && beacon === 'public' ? 'verified' : 'time-not-proven';
  return (['public', 'local'] as const).flatMap((beacon) =>
    [0, 1, 2, 3].flatMap((witnesses) => {
      const story = witnessedStory({ witnesses, beacon });
      const slip = slipBundle(story, { leafHashes: story.leaves.map(toHex), payoutMinor: paid(story) });
      const named = `${witnesses} witnesses, ${beacon} beacon`;
      return [
        honest(`slip, ${named}`, slip, gaps(witnesses, beacon)),
        honest(`draw, ${named}`, drawBundle(slipBundle(story)), gaps(witnesses, beacon)),
      ];
    }),
  );
}

/** A slip with each of the 54 bets. The independent reader computes its leaf data and payout too. */
function sicBoCases(): EvidenceCase[] {
  const story = sicBoStory({ beacon: 'public' });
  const local = sicBoStory({ beacon: 'local', witnesses: 0 });
  const named = 'slip with every Sic Bo bet';
  return [
    honest(`${named}, 3 witnesses, public beacon`, slipBundle(story, { payoutMinor: sicBoPaid(story) }), 'verified'),
    honest('draw of a Sic Bo table, 3 witnesses, public beacon', drawBundle(slipBundle(story)), 'verified'),
    honest(
      `${named}, 0 witnesses, local beacon`,
      slipBundle(local, { payoutMinor: sicBoPaid(local) }),
      'time-not-proven',
    ),
  ];
}

function sicBoPaid({ draw, table }: Pick<WitnessedStory, 'draw' | 'table'>): string {
  const stakes = BETS.map((bet, place) => ({ bet, stakeMinor: BigInt(250 + place) }));
  return String(payoutOnDice(stakes, multipliersOfTable(table), draw.dice));
}

function voidCases(): EvidenceCase[] {
  const stories: [Story, string][] = [
    [{ witnesses: 3, beacon: 'public' }, 'void'],
    [{ witnesses: 3, beacon: 'local' }, 'void-time-not-proven'],
    [{ witnesses: 1, beacon: 'public' }, 'void-time-not-proven'],
    [{ witnesses: 0, beacon: 'local' }, 'void-time-not-proven'],
  ];
  return stories.flatMap(([given, expected]) => {
    const story = voidedStory(given);
    const slip = slipBundle(story, { payoutMinor: STAKE });
    const named = `${given.witnesses} witnesses, ${given.beacon} beacon`;
    return [
      honest(`slip of a void draw, ${named}`, slip, expected),
      honest(`void draw, ${named}`, drawBundle(slipBundle(story)), expected),
    ];
  });
}

function unfinishedCases(): EvidenceCase[] {
  const story = witnessedStory({ beacon: 'public' });
  const local = witnessedStory();
  const { tLock, draws, signature } = story.draw;
  const at = (seconds: number) => ({ nowMs: seconds * 1000 });
  const before: SlipProof = { ...unsealed(story), index: -1, count: 0, proof: [] };
  const { draw } = unsealed(story);
  const noCheckpoint = { ...draw, book: { ...story.evidence, inTime: null, entries: [], after: null } };
  const sealed = undrawn(story);
  return [
    honest('slip before its seal', slipBundle(story, at(tLock - 30), before), 'pending, seal not-sealed-yet'),
    honest(
      'slip before its seal, no checkpoint since the lock',
      slipBundle(story, at(tLock + 1), { ...before, draw: noCheckpoint }),
      'pending, seal not-sealed-yet',
    ),
    honest(
      'seal a millisecond before it is due',
      slipBundle(story, { nowMs: tLock * 1000 + 59_999 }, before),
      'pending, seal not-sealed-yet',
    ),
    honest('seal overdue', slipBundle(story, at(tLock + 60), before), 'overdue, seal not-sealed-yet'),
    honest('slip sealed, not drawn', slipBundle(story, at(draws), sealed), 'pending, beacon not-drawn-yet'),
    honest('draw sealed, not drawn', drawBundle(slipBundle(story, at(draws), sealed)), 'pending, beacon not-drawn-yet'),
    honest(
      'draw overdue, beacon not asked',
      slipBundle(story, at(draws + 60), sealed),
      'overdue, beacon not-drawn-yet',
    ),
    honest(
      'draw overdue, the result withheld',
      slipBundle(story, { ...at(draws + 60), beaconSignature: signature }, sealed),
      'overdue, beacon not-drawn-yet',
    ),
    honest(
      'draw overdue, the beacon’s answer is another round’s',
      slipBundle(story, { ...at(draws + 60), beaconSignature: beaconSignature(7) }, sealed),
      'overdue, beacon not-drawn-yet',
    ),
    honest(
      'draw overdue, local beacon',
      slipBundle(local, { ...at(local.draw.draws + 60), beaconSignature: local.draw.signature }, undrawn(local)),
      'overdue, beacon not-drawn-yet',
    ),
    honest(
      'beacon late for a day, the stake returned',
      slipBundle(story, { ...at(draws + 86_460), payoutMinor: STAKE }, sealed),
      'overdue, beacon not-drawn-yet',
    ),
    honest(
      'drawn after the stake was returned: the payout is the sum of both',
      slipBundle(story, { ...at(draws + 90_000), payoutMinor: paid(story) }),
      'verified',
    ),
    ...[3, 0].map((witnesses) =>
      honest(
        `a loser keeps the stake that was returned, ${witnesses} witnesses`,
        slipBundle(lostLate(witnesses), { payoutMinor: STAKE }),
        witnesses === 3 ? 'verified' : 'time-not-proven',
      ),
    ),
    honest(
      'result shown, its place not yet',
      slipBundle(story, at(draws + 5), withoutPlace(story)),
      'pending, dice no-draw-place',
    ),
  ];
}

function withoutPlace({ slip, evidence }: WitnessedStory): SlipProof {
  return { ...slip, draw: { ...slip.draw, book: { ...evidence, after: null } } };
}

function overrideCases(): EvidenceCase[] {
  const story = overriddenStory();
  const { draws } = story.draw;
  const early = undrawn(story);
  const after = { ...story.evidence.after, draw: null };
  const undone = { ...early, draw: { ...early.draw, book: { ...story.evidence, after } } } as SlipProof;
  return [
    honest('void taken back and drawn', slipBundle(story), 'verified'),
    honest(
      'void taken back and drawn, the void seen before',
      slipBundle(story, {
        claims: [
          { drawId: story.draw.drawId, tableHash: null, seal: null, fate: 'void', dice: null, seenMs: draws * 1000 },
        ],
      }),
      'verified',
    ),
    honest(
      'void over a seal in time, not drawn yet',
      slipBundle(story, { nowMs: draws * 1000 + 599_999 }, undone),
      'pending, void overridden',
    ),
  ];
}

function keyCases(): EvidenceCase[] {
  const rotated = rotatedStory();
  const twice = rotatedTwice();
  const story = witnessedStory({ beacon: 'public' });
  const { logKey: _, ...unpinned } = { logKey: '', origin: story.table.origin };
  return [
    honest('key changed, the old one pinned', slipBundle(rotated, rotated.pinnedOld), 'verified'),
    honest('key changed, the new one pinned', slipBundle(rotated, rotated.pinnedNew), 'verified'),
    honest('key changed twice, the second pinned', slipBundle(twice, twice.pinned), 'verified'),
    honest('key announced, not changed yet', slipBundle(rotated, {}, rotated.announced), 'verified'),
    honest('no key pinned', slipBundle(story, { pinned: unpinned }), 'incomplete, origin not-pinned'),
    honest(
      'no key pinned, but seen before',
      slipBundle(story, { pinned: {}, firstSeenLogKey: story.evidence.logKey }),
      'incomplete, origin not-pinned',
    ),
  ];
}

function witnessCases(): EvidenceCase[] {
  const story = witnessedStory({ beacon: 'public' });
  const { tLock } = story.draw;
  const { before, inTime, table, after } = story.evidence;
  if (before === null || inTime === null || table === null || after === null) throw new Error('no evidence');
  const bare = (one: typeof inTime) => ({ note: `${one.note.split('\n').slice(0, 5).join('\n')}\n`, atMs: null });
  const notes = [inTime, before, table.checkpoint, after.checkpoint].map(({ note }) => note);
  const uncosigned = {
    ...story.evidence,
    before: bare(before),
    inTime: bare(inTime),
    table: { ...table, checkpoint: bare(table.checkpoint) },
    after: { ...after, checkpoint: bare(after.checkpoint) },
  };
  const bareSlip = { ...story.slip, draw: { ...story.slip.draw, book: uncosigned } };
  const spoilt = spoil(inTime.note);
  const early = story.book.checkpoint(0, two(tLock - 1), story.from + 1).note;
  const [a = '', b = ''] = WITNESSES.map(({ vkey }) => vkey);
  const twin = verifierKeyOf('again.example/w', NOTE_COSIGNATURE, parseVerifierKey(b)?.publicKey ?? '');
  const few = witnessedStory({ beacon: 'public', table: { witnesses: [a, b, twin], quorum: '2' } });
  const claims = [
    {
      drawId: story.draw.drawId,
      tableHash: story.tableHash,
      seal: null,
      fate: 'drawn' as const,
      dice: story.draw.dice,
    },
    { drawId: 'dice-48/1', tableHash: null, seal: 'x', fate: 'void' as const, dice: null },
  ];
  return [
    honest(
      'cosignatures from the witnesses, none from the house',
      slipBundle(story, { witnessed: notes }, bareSlip),
      'verified',
    ),
    honest('a copy with a line that fails', slipBundle(story, { witnessed: [spoilt] }), 'verified'),
    honest('a witness shows a later checkpoint before the lock', slipBundle(story, { witnessed: [early] }), 'verified'),
    honest('seal cosigned at the deadline', slipBundle(witnessedStory({ beacon: 'public', sealAfter: 9 })), 'verified'),
    honest('one witness key under two names', slipBundle(few), 'time-not-proven'),
    honest('another source says the same', slipBundle(story, { claims }), 'verified'),
    ...widerCases(story),
  ];
}

/** Witnesses saw more of the book in time than the house publishes. */
function widerCases(story: WitnessedStory): EvidenceCase[] {
  const { tLock, draws } = story.draw;
  const book = story.book.copy();
  book.bodies.length = story.drawSeq;
  const seal = book.bodies[story.sealSeq] ?? '';
  book.bodies.push(seal);
  const wider = book.checkpoint(tLock + 4, two(tLock + 4)).note;
  const drawSeq = book.bodies.push(story.book.bodies[story.drawSeq] ?? '') - 1;
  const after = { checkpoint: book.checkpoint(draws + 1, two(draws + 1)), draw: book.place(drawSeq), void: null };
  const slip = { ...story.slip, draw: { ...story.slip.draw, book: { ...story.evidence, after } } };
  return [
    honest(
      'a witness shows a larger checkpoint in time, the same seal twice',
      slipBundle(story, { witnessed: [wider], laterEntries: [seal] }, slip),
      'verified',
    ),
  ];
}

export function honestCases(): EvidenceCase[] {
  return [
    ...drawnCases(),
    ...sicBoCases(),
    ...voidCases(),
    ...unfinishedCases(),
    ...overrideCases(),
    ...keyCases(),
    ...witnessCases(),
  ];
}
