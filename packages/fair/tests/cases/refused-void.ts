/** Cases of the step `void`, and false claims about whole draws. */
import { type BookEvidence, drawDice, type SlipProof } from '../../src/index.ts';
import { beaconSignature, CHAIN, OTHER_LOG, two, WITNESSES } from '../book-kit.ts';
import { overriddenStory, quorumAt, type Story, undrawn, voidedStory, witnessedStory } from '../stories.ts';
import { bend, type EvidenceCase, type SlipBundle } from './case.ts';
import { voidLike, ZEROS } from './forge.ts';

type Change = (bundle: SlipBundle) => void;
type Row = readonly [name: string, says: string, change: Change];

const voided = voidedStory({ beacon: 'public' });
const { draw, evidence } = voided;

function inBook(change: Partial<BookEvidence>): Change {
  return ({ proof }) => Object.assign(proof.draw.book ?? {}, change);
}

function asVoid(entry: object): Change {
  return ({ proof }) => Object.assign(proof.draw.entries, { void: entry });
}

function after(change: object): Change {
  return ({ proof }) => Object.assign(proof.draw.book?.after ?? {}, change);
}

function rows(): Row[] {
  const own = voided.slip.draw.entries.void;
  const { checkpoint, void: place } = evidence.after ?? {};
  const at = draw.draws + 1;
  const [first, second] = voided.table.witnesses;
  return [
    ['a void without its body', 'incomplete, void no-void-place', asVoid({ ...own, body: '' })],
    ['a void whose hash is another body’s', 'void: entry-hash', asVoid({ ...own, hash: ZEROS })],
    ['the void of another draw', 'void: other-draw', asVoid(voidLike(voided, { draw_id: 'dice-48/1' }))],
    ['a void under another table', 'void: other-table', asVoid(voidLike(voided, { table: ZEROS }))],
    [
      'a void whose table is left out',
      'incomplete, origin no-table',
      ({ proof }) => Object.assign(proof.draw, { table: null }),
    ],
    [
      'a void whose table lacks its hash',
      'incomplete, table no-table',
      ({ proof }) => Object.assign(proof.draw.table, { hash: null }),
    ],
    [
      'a void whose draw id is left out',
      'incomplete, table no-draw',
      ({ proof }) => Object.assign(proof.draw, { drawId: null }),
    ],
    ['a void without its place', 'incomplete, void no-void-place', inBook({ after: null })],
    [
      'a void whose place is not due yet',
      'pending, void no-void-place',
      (bundle) => {
        bundle.known.nowMs = draw.draws * 1000;
        inBook({ after: null })(bundle);
      },
    ],
    ['a void’s place without a checkpoint', 'incomplete, void no-void-place', after({ checkpoint: null })],
    [
      'a void’s checkpoint of another key',
      'void: checkpoint-key',
      after({ checkpoint: voided.book.copy(OTHER_LOG).checkpoint(at, two(at)) }),
    ],
    ['a void’s place without its path', 'incomplete, void no-place', after({ void: { ...place, proof: [] } })],
    ['a void at another place', 'void: not-in-book', after({ void: { ...place, index: 0 } })],
    [
      'a void’s checkpoint that no witness saw',
      'incomplete, void not-witnessed',
      after({ checkpoint: { ...checkpoint, note: voided.book.checkpoint(at).note } }),
    ],
    ['a void in the book before the deadline', 'void: backdated', voidEarly()],
    [
      'a void whose place only others than the reader’s witnesses saw',
      'incomplete, void other-witnesses',
      (bundle) => {
        const others = voided.book.checkpoint(
          at,
          WITNESSES.slice(1).map((witness) => ({ witness, at })),
        );
        after({ checkpoint: others })(bundle);
        bundle.known.confirmedWitnesses = [first ?? '', second ?? ''];
      },
    ],
    [
      'a void of a draw that is shown drawn',
      'void: void-and-drawn',
      ({ proof }) => Object.assign(proof.draw, { dice: draw.dice }),
    ],
    [
      'a void, and not one witness asked',
      'incomplete, void witness-silent',
      ({ known }) => {
        delete known.witnessAnswers;
      },
    ],
    [
      'a void, and one witness silent',
      'incomplete, void witness-silent',
      ({ known }) => {
        known.witnessAnswers = [first ?? '', second ?? ''];
      },
    ],
    ['a void whose window does not hold', 'incomplete, witness no-peaks', inBook({ peaks: [] })],
    [
      'a void with the payout of nothing',
      'payout: payout',
      ({ known }) => {
        known.payoutMinor = '0';
      },
    ],
    [
      'a void of a file, one witness silent, and another source that says drawn',
      'incomplete, void witness-silent, claims undated-void',
      ({ known }) => {
        known.undated = true;
        known.witnessAnswers = [first ?? '', second ?? ''];
        known.claims = [{ drawId: draw.drawId, tableHash: null, seal: null, fate: 'drawn', dice: draw.dice }];
      },
    ],
    [
      'another source that says drawn',
      'claims: two-fates',
      ({ known }) => {
        known.claims = [{ drawId: draw.drawId, tableHash: null, seal: null, fate: 'drawn', dice: draw.dice }];
      },
    ],
  ];
}

/** The void entry is inside the window too. */
function voidEarly(): Change {
  const book = voided.book.copy();
  const inTimeAt = draw.tLock + 4;
  const inTime = book.checkpoint(inTimeAt, quorumAt(voided.table, inTimeAt));
  const at = draw.draws + 1;
  const checkpoint = book.checkpoint(at, quorumAt(voided.table, at));
  const shown = { checkpoint, draw: null, void: book.place(voided.voidSeq) };
  return inBook({ inTime, entries: book.bodies.slice(voided.from), after: shown });
}

/** A void although the draw's seal is in the window. */
function overSeal(story: Story, nowMs?: number): Change {
  const whole = witnessedStory(story);
  const copy = whole.book.copy();
  copy.bodies.length = whole.drawSeq;
  const { drawId, draws } = whole.draw;
  const seq = copy.append({ type: 'void', draw_id: drawId, reason: 'seal-late', table: whole.tableHash });
  const checkpoint = copy.checkpoint(draws, quorumAt(whole.table, draws));
  const early: SlipProof = undrawn(whole);
  const book = { ...whole.evidence, after: { checkpoint, draw: null, void: copy.place(seq) } };
  const entries = { ...early.draw.entries, void: copy.entry(seq) };
  return (bundle) => {
    bundle.proof = { ...early, draw: { ...early.draw, entries, book } };
    if (nowMs !== undefined) bundle.known.nowMs = nowMs;
  };
}

/** Hides a seal that witnesses saw in time. */
function hidden(laterEntries: boolean): Change {
  const whole = witnessedStory({ beacon: 'public' });
  return (bundle) => {
    overSeal({ beacon: 'public' })(bundle);
    Object.assign(bundle.proof.draw.book ?? {}, { inTime: whole.evidence.before, entries: [] });
    bundle.known.witnessed = [whole.evidence.inTime?.note ?? ''];
    if (laterEntries) bundle.known.laterEntries = [...whole.evidence.entries];
  };
}

/** A draw with a forger's own beacon, table and dice, in a book signed with another key. */
function forged(): Change {
  const story = witnessedStory({ witnesses: 0 });
  const signature = beaconSignature(story.draw.round);
  const { drawId, round } = story.draw;
  const { dice } = drawDice({ chainHash: CHAIN.hash, round, signature, drawId });
  const book = story.book.copy(OTHER_LOG);
  const shown = (size: number, seconds: number) => book.checkpoint(seconds, [], size);
  return (bundle) => {
    const { proof } = story.slip.draw.book === null ? bundle : { proof: structuredClone(story.slip) };
    const { tLock } = story.draw;
    const table = { ...story.evidence.table, checkpoint: shown(1, tLock - 65) };
    const after = { ...story.evidence.after, checkpoint: shown(book.size, tLock + 13) };
    Object.assign(proof.draw.book ?? {}, {
      logKey: OTHER_LOG.vkey,
      table,
      before: shown(story.from, tLock - 2),
      inTime: shown(story.drawSeq, tLock + 2),
      after,
    });
    Object.assign(proof.draw, { dice });
    bundle.proof = proof;
  };
}

export function voidCases(base: EvidenceCase, drawn: EvidenceCase): EvidenceCase[] {
  const { draws } = draw;
  const strange = (change: Change): Change => change;
  return [
    ...rows().map(([name, expected, change]) => bend(base, name, expected, change)),
    bend(
      base,
      'a void over a seal in time, ten minutes after the round',
      'void: seal-in-time',
      overSeal({ beacon: 'public' }, draws * 1000 + 600_000),
    ),
    bend(base, 'a void over a hidden seal that witnesses show', 'void: seal-in-time', hidden(true)),
    bend(base, 'a void over a hidden seal, the entries not shown', 'incomplete, witness later-entries', hidden(false)),
    bend(
      base,
      'a void over a seal, no witnesses',
      'void: seal-in-time',
      overSeal({ witnesses: 0, beacon: 'public' }, draws * 1000),
    ),
    bend(base, 'a void of a file, over a seal in time', 'incomplete, void undated-void', (bundle) => {
      overSeal({ beacon: 'public' }, draws * 1000 + 600_000)(bundle);
      bundle.known.undated = true;
    }),
    bend(drawn, 'a void behind the draw, over a seal in time', 'void: void-and-drawn', behindDraw()),
    bend(
      drawn,
      'a void taken back, the place of the draw without its index',
      'incomplete, void no-place',
      takenBack(({ after }) => Object.assign(after?.draw ?? {}, { index: null })),
    ),
    bend(
      drawn,
      'a void taken back, the checkpoint in time left out',
      'incomplete, void no-seal-in-time',
      takenBack((book) => Object.assign(book, { inTime: null })),
    ),
    bend(drawn, 'a void taken back, the entry of the draw left out', 'overdue, beacon not-drawn-yet', (bundle) => {
      takenBack(() => {})(bundle);
      bundle.proof.draw.entries.draw = null;
    }),
    bend(drawn, 'a draw forged whole, with another key', 'origin: other-logKey', strange(forged())),
    bend(drawn, 'a made-up void without any evidence', 'incomplete, origin no-book', madeUp()),
  ];
}

/** Witnesses overrode the void, and part of the evidence is missing. */
function takenBack(change: (book: BookEvidence) => void): Change {
  return (bundle) => {
    bundle.proof = structuredClone(overriddenStory().slip);
    if (bundle.proof.draw.book) change(bundle.proof.draw.book);
  };
}

/** The house voids a draw after the dice. */
function behindDraw(): Change {
  const whole = witnessedStory({ beacon: 'public' });
  const book = whole.book.copy();
  const seq = book.append({ type: 'void', draw_id: whole.draw.drawId, reason: 'seal-late', table: whole.tableHash });
  const at = whole.draw.draws + 2;
  const checkpoint = book.checkpoint(at, quorumAt(whole.table, at));
  return ({ proof }) => {
    proof.draw.entries.void = book.entry(seq);
    Object.assign(proof.draw.book ?? {}, {
      after: { checkpoint, draw: book.place(whole.drawSeq), void: book.place(seq) },
    });
  };
}

function madeUp(): Change {
  return ({ proof }) => {
    const nothing = { dice: null, signature: null, seed: null, root: null, slipCount: null, book: null };
    Object.assign(proof.draw, nothing);
    proof.draw.entries = { seal: null, draw: null, void: voidLike(witnessedStory({ beacon: 'public' })) };
  };
}
