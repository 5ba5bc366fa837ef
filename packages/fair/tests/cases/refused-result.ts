/** Cases of the steps `seal`, `inclusion`, `beacon`, `dice`, `payout` and `claims`. */
import { type Bet, type BookEntry, type DrawProof, leafHash, toHex, u32be } from '../../src/index.ts';
import { beaconSignature, OTHER_LOG, two } from '../book-kit.ts';
import { lostLate, undrawn, voidedStory, witnessedStory } from '../stories.ts';
import { bend, type EvidenceCase, type SlipBundle } from './case.ts';
import { asTexts, otherDice, releaf, resultLike, sealLike, ZEROS } from './forge.ts';

type Change = (bundle: SlipBundle) => void;
type Row = readonly [name: string, says: string, change: Change];

const story = witnessedStory({ beacon: 'public' });
const { draw, evidence, leaves } = story;

function inDraw(change: Partial<Record<keyof DrawProof, unknown>>): Change {
  return ({ proof }) => Object.assign(proof.draw, change);
}

function inSlip(change: object): Change {
  return ({ proof }) => Object.assign(proof, change);
}

function entries(
  change: Partial<Record<'seal' | 'draw' | 'void', BookEntry | null | object>>,
  more: object = {},
): Change {
  return ({ proof }) => {
    Object.assign(proof.draw.entries, change);
    Object.assign(proof.draw, more);
  };
}

function after(change: object): Change {
  return ({ proof }) => Object.assign(proof.draw.book?.after ?? {}, change);
}

function sealRows(): Row[] {
  const { inTime, entries: empty } = voidedStory({ beacon: 'public' }).evidence;
  const { seal } = story.slip.draw.entries;
  if (seal === null) throw new Error('no seal');
  return [
    ['a draw without its entries', 'overdue, seal no-seal, beacon no-draw-entry', inDraw({ entries: null })],
    ['a seal without its entry', 'incomplete, seal no-seal', entries({ seal: null })],
    ['a seal entry without its type', 'incomplete, seal no-seal', entries({ seal: { ...seal, type: '' } })],
    ['a draw without its root', 'incomplete, seal no-seal', inDraw({ root: null })],
    ['a draw without its count of slips', 'incomplete, seal no-seal', inDraw({ slipCount: null })],
    [
      'a draw without a seal in its window',
      'seal: not-in-time',
      ({ proof }) => Object.assign(proof.draw.book ?? {}, { inTime, entries: empty }),
    ],
    [
      'a draw without any checkpoint in time',
      'incomplete, seal no-seal-in-time',
      ({ proof }) => Object.assign(proof.draw.book ?? {}, { inTime: null, entries: [] }),
    ],
    ['a seal whose hash is another body’s', 'seal: entry-hash', entries({ seal: { ...seal, hash: ZEROS } })],
    ['a seal of another type', 'seal: entry-hash', entries({ seal: { ...seal, type: 'draw' } })],
    ['the seal of another draw', 'seal: other-draw', entries({ seal: sealLike(story, { draw_id: 'dice-48/1' }) })],
    ['a seal under another table', 'seal: other-table', entries({ seal: sealLike(story, { table: ZEROS }) })],
    ['a seal with another root', 'seal: other-seal', entries({ seal: sealLike(story, { root: ZEROS }) })],
    ['a draw with another root', 'seal: other-seal', inDraw({ root: ZEROS })],
    ['a draw with another count of slips', 'seal: other-seal', inDraw({ slipCount: 6 })],
    ['a count of slips as text', 'seal: other-seal', inDraw({ slipCount: '5' })],
    ['a slip dropped from the list', 'seal: count', leafList(leaves.slice(1))],
    ['a slip added to the list', 'seal: count', leafList([...leaves, leafHash(u32be(9))])],
    ['a slip changed in the list', 'seal: root', leafList(leaves.with(2, leafHash(u32be(9))))],
    [
      'a list of slips that is withheld',
      'incomplete, seal no-slips',
      ({ known }) => Object.assign(known, { leafHashes: null }),
    ],
    ['slips in another order', 'seal: root', leafList([...leaves].reverse())],
  ];
}

function leafList(list: readonly Uint8Array[]): Change {
  return ({ known }) => {
    known.leafHashes = list.map(toHex);
  };
}

function inclusionRows(): Row[] {
  return [
    ['a slip without its index', 'incomplete, inclusion no-path', inSlip({ index: null })],
    ['a slip without its count', 'incomplete, inclusion no-path', inSlip({ count: null })],
    ['a slip without its path', 'incomplete, inclusion no-path', inSlip({ proof: null })],
    ['a slip at another index', 'inclusion: path', inSlip({ index: 3 })],
    ['a slip with an empty path', 'inclusion: path', inSlip({ proof: [] })],
    ['a slip with another count', 'inclusion: count', inSlip({ count: 6 })],
    ['a slip that is not under the seal', 'inclusion: path', ({ proof }) => releaf(proof, { acceptedMs: 1 })],
  ];
}

function beaconRows(): Row[] {
  const { draw: entry } = story.slip.draw.entries;
  if (entry === null) throw new Error('no draw');
  const other = beaconSignature(draw.round);
  return [
    ['a result without its entry', 'overdue, beacon not-drawn-yet', entries({ draw: null })],
    [
      'a withheld result beside a signature that is none',
      'overdue, beacon not-drawn-yet',
      withheld({ signature: '00' }),
    ],
    ['a withheld result without evidence of the book', 'overdue, origin no-book', withheld({ book: null })],
    [
      'a withheld result without evidence of the book, not due yet',
      'incomplete, origin no-book',
      (bundle) => {
        withheld({ book: null })(bundle);
        bundle.known.nowMs = draw.draws * 1000 + 59_999;
      },
    ],
    [
      'a withheld result, and a table with another round than the receipt',
      'overdue, origin no-book',
      (bundle) => {
        withheld({ book: null })(bundle);
        releaf(bundle.proof, { round: draw.round + 1 });
      },
    ],
    ['a draw entry without its body', 'incomplete, beacon no-draw-entry', entries({ draw: { ...entry, body: '' } })],
    ['a draw entry whose hash is another body’s', 'beacon: entry-hash', entries({ draw: { ...entry, hash: ZEROS } })],
    ['a draw entry of another type', 'beacon: entry-hash', entries({ draw: { ...entry, type: 'void' } })],
    [
      'the draw entry of another draw',
      'beacon: other-draw',
      entries({ draw: resultLike(story, { draw_id: 'dice-48/1' }) }),
    ],
    ['a draw entry of another round', 'beacon: other-round', entries({ draw: resultLike(story, { round: '7' }) })],
    ['a draw without its signature', 'incomplete, beacon no-signature', inDraw({ signature: null })],
    ['another signature beside the entry', 'beacon: other-signature', inDraw({ signature: other })],
    [
      'a signature that is not the beacon’s',
      'beacon: signature',
      entries({ draw: resultLike(story, { signature: other }) }, { signature: other }),
    ],
  ];
}

/** A sealed draw whose result only the beacon reveals. */
function withheld(change: object): Change {
  const { draw: open } = undrawn(story);
  return (bundle) => {
    bundle.proof.draw = structuredClone({ ...open, ...change });
    bundle.known.beaconSignature = draw.signature;
  };
}

function diceRows(): Row[] {
  const dice = otherDice(story);
  const { checkpoint, draw: place } = evidence.after ?? {};
  return [
    ['other dice in the entry', 'dice: entry-dice', entries({ draw: resultLike(story, { dice: asTexts(dice) }) })],
    ['a draw without its dice', 'incomplete, dice no-dice', inDraw({ dice: null })],
    ['other dice beside the entry', 'dice: dice', inDraw({ dice })],
    ['dice as texts', 'dice: dice', inDraw({ dice: asTexts(draw.dice) })],
    ['a draw without its seed', 'incomplete, dice no-dice', inDraw({ seed: null })],
    ['another seed', 'dice: seed', inDraw({ seed: ZEROS })],
    ['a result without its place', 'incomplete, dice no-draw-place', after({ draw: null })],
    ['a result’s place without a checkpoint', 'incomplete, dice no-draw-place', after({ checkpoint: null })],
    [
      'a later checkpoint of another key',
      'dice: checkpoint-key',
      after({ checkpoint: story.book.copy(OTHER_LOG).checkpoint(draw.draws + 1, two(draw.draws + 1)) }),
    ],
    ['a result’s place without its path', 'incomplete, dice no-place', after({ draw: { ...place, proof: [] } })],
    ['a result at another place', 'dice: not-in-book', after({ draw: { ...place, index: 0 } })],
    [
      'a later checkpoint that no witness saw',
      'incomplete, dice not-witnessed',
      after({ checkpoint: { ...checkpoint, note: story.book.checkpoint(draw.draws + 1).note } }),
    ],
    ['a result in the book before the deadline', 'dice: backdated', resultTwice()],
  ];
}

/** The result is in the book before the period too, as a holder of the beacon's key could have written it. */
function resultTwice(): Change {
  const copy = story.book.copy();
  const body = copy.bodies[story.drawSeq] ?? '';
  copy.bodies[1] = body;
  const at = draw.draws + 1;
  return ({ proof }) => {
    const checkpoint = copy.checkpoint(at, two(at));
    Object.assign(proof.draw.book ?? {}, { after: { checkpoint, draw: copy.place(1), void: null } });
  };
}

function endRows(): Row[] {
  const known =
    (change: SlipBundle['known']): Change =>
    (bundle) =>
      Object.assign(bundle.known, change);
  const own = { drawId: draw.drawId, tableHash: story.tableHash, seal: story.slip.draw.entries.seal?.body ?? null };
  const drawn = { ...own, fate: 'drawn' as const, dice: draw.dice };
  return [
    ['another payout', 'payout: payout', known({ payoutMinor: '1' })],
    [
      'a returned stake a second before a day had passed',
      'payout: payout',
      (bundle) => {
        bundle.proof = lostLate(3, 86_399).slip;
        bundle.known.payoutMinor = '250';
      },
    ],
    [
      'a returned stake, and nobody says when the draw was in the book',
      'incomplete, payout no-time',
      (bundle) => {
        bundle.proof = structuredClone(lostLate(0).slip);
        bundle.known.payoutMinor = '250';
        Object.assign(bundle.proof.draw.book?.after?.checkpoint ?? {}, { atMs: null });
      },
    ],
    ['a bet that the table does not offer', 'payout: malformed', unoffered()],
    ['a Sic Bo bet that the table does not offer', 'payout: malformed', unoffered('n1')],
    ['another source with other dice', 'claims: two-results', known({ claims: [{ ...drawn, dice: [6, 6, 6] }] })],
    ['another source with another seal', 'claims: two-seals', known({ claims: [{ ...drawn, seal: 'x' }] })],
    [
      'another source with another table',
      'claims: two-tables',
      known({ claims: [drawn, { ...drawn, tableHash: ZEROS }] }),
    ],
    [
      'two sources against each other, where the bundle says nothing',
      'claims: two-results',
      (bundle) => {
        Object.assign(bundle, undrawnBundle());
        bundle.known.claims = [drawn, { ...drawn, dice: [6, 6, 6] }];
      },
    ],
    [
      'another source with a void that nobody dates',
      'incomplete, claims undated-void',
      known({ claims: [{ ...own, seal: null, fate: 'void', dice: null }] }),
    ],
    [
      'two sources about another draw',
      'verified',
      known({ claims: ['1', '2'].map((seal) => ({ ...drawn, drawId: 'dice-48/1', seal })) }),
    ],
  ];
}

function undrawnBundle(): Partial<SlipBundle> {
  return { proof: structuredClone(undrawn(story)) };
}

/** A complete draw under a table that offers only `small`. */
function unoffered(bet: Bet = 'big'): Change {
  const selections = [{ bet, stakeMinor: 250n }];
  const other = witnessedStory({ beacon: 'public', table: { multipliers: { small: '19200' } }, selections });
  return ({ proof }) => Object.assign(proof, other.slip);
}

/** Another source claims a void for a draw without witnesses. */
export function twoFatesCase(unwitnessed: EvidenceCase): EvidenceCase {
  const claim = { drawId: draw.drawId, tableHash: null, seal: null, fate: 'void' as const, dice: null };
  return bend(unwitnessed, 'another source with a void', 'claims: two-fates', ({ known }) => {
    known.claims = [claim];
  });
}

export function resultCases(base: EvidenceCase): EvidenceCase[] {
  const rows = [...sealRows(), ...inclusionRows(), ...beaconRows(), ...diceRows(), ...endRows()];
  return rows.map(([name, expected, change]) => bend(base, name, expected, change));
}
