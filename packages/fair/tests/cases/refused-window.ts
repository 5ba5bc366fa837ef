/** Cases of the step `witness`: the state of the book between the lock and the deadline. */
import { type BookEvidence, consistencyProof, encodeEntry, toHex } from '../../src/index.ts';
import { beaconSignature, drawOf, OTHER_LOG, signerOf, two, WITNESSES } from '../book-kit.ts';
import { tableFor, witnessedStory } from '../stories.ts';
import { bend, type EvidenceCase, type SlipBundle } from './case.ts';
import { asTexts, upTo, ZEROS } from './forge.ts';
import { houseRows } from './refused-house.ts';

type Change = (bundle: SlipBundle) => void;
type Row = readonly [name: string, says: string, change: Change];

const story = witnessedStory({ beacon: 'public' });
const { draw, evidence } = story;
const { tLock, draws } = draw;
const at = tLock + 2;

function inBook(change: Partial<BookEvidence>): Change {
  return ({ proof }) => Object.assign(proof.draw.book ?? {}, change);
}

function knowing(known: SlipBundle['known'], change: Partial<BookEvidence> = {}): Change {
  return (bundle) => {
    Object.assign(bundle.known, known);
    inBook(change)(bundle);
  };
}

/** The story's book with another entry at the start of the window. */
function forked() {
  const fork = story.book.copy();
  fork.bodies[story.from] = encodeEntry({ type: 'audit-head', size: '1', head: ZEROS, at: '1' });
  return fork;
}

/** The story's book up to its draw with an additional entry, seen in time. */
function extended(body: string, seconds = tLock + 3): Partial<BookEvidence> {
  const book = upTo(story.book, story.drawSeq);
  book.bodies.push(body);
  const inTime = book.checkpoint(seconds, two(seconds));
  return { inTime, entries: book.bodies.slice(story.from), after: null };
}

function partRows(): Row[] {
  const { before, inTime } = evidence;
  return [
    ['no checkpoint before the lock', 'incomplete, witness no-checkpoint', inBook({ before: null })],
    [
      'a checkpoint before the lock without its note',
      'incomplete, witness no-checkpoint',
      inBook({ before: { note: '', atMs: 0 } }),
    ],
    [
      'no word of a checkpoint in time',
      'incomplete, witness no-checkpoint',
      ({ proof }) => {
        delete (proof.draw.book as Partial<BookEvidence>).inTime;
      },
    ],
    ['no entries', 'incomplete, witness no-entries', inBook({ entries: null as never })],
    ['one entry left out', 'incomplete, witness no-entries', inBook({ entries: evidence.entries.slice(1) })],
    ['one entry emptied', 'incomplete, witness no-entries', inBook({ entries: [evidence.entries[0] ?? '', ''] })],
    [
      'more entries than a window has',
      'witness: too-many-entries',
      inBook({ entries: Array(100_001).fill(evidence.entries[0]) }),
    ],
    ['no peaks', 'incomplete, witness no-peaks', inBook({ peaks: [] })],
    ['peaks of another tree', 'witness: peaks', inBook({ peaks: evidence.peaks.map(() => ZEROS) })],
    ['one peak too many', 'witness: malformed', inBook({ peaks: [...evidence.peaks, ZEROS] })],
    [
      'an entry changed',
      'witness: entries',
      inBook({ entries: evidence.entries.map((body) => body.replace('"off"', '"on"')) }),
    ],
    ['entries in another order', 'witness: entries', inBook({ entries: [...evidence.entries].reverse() })],
    ['an entry that is none', 'witness: malformed', inBook(extended('{"type":"seal"}'))],
    [
      'a checkpoint of another key',
      'witness: checkpoint-key',
      inBook({ inTime: story.book.copy(OTHER_LOG).checkpoint(at, two(at), story.drawSeq) }),
    ],
    [
      'a book that was rolled back',
      'witness: rolled-back',
      inBook({ inTime: upTo(story.book, 2).checkpoint(tLock - 2, two(tLock - 2)), entries: [], after: null }),
    ],
    ['the two checkpoints exchanged', 'witness: rolled-back', inBook({ before: inTime, inTime: before })],
  ];
}

function timeRows(): Row[] {
  const [first, second] = WITNESSES;
  if (first === undefined || second === undefined) throw new Error('no witnesses');
  const seen = (cosigned: Parameters<typeof story.book.checkpoint>[1]) =>
    story.book.checkpoint(at, cosigned, story.drawSeq);
  const stranger = signerOf('stranger.example/w', 77, 4);
  const late = witnessedStory({ beacon: 'public', sealAfter: 10 });
  const smaller = story.book.checkpoint(0, [{ witness: first, at: tLock + 600 }], story.from + 1).note;
  return [
    [
      'a checkpoint before the lock that was seen at the lock',
      'witness: before-too-late',
      inBook({ before: story.book.checkpoint(0, two(tLock), story.from) }),
    ],
    [
      'a seal seen a second after the deadline',
      'witness: in-time-too-late',
      ({ proof }) => Object.assign(proof, late.slip),
    ],
    [
      'the second of two witnesses too late',
      'witness: in-time-too-late',
      inBook({
        inTime: seen([
          { witness: first, at },
          { witness: second, at: tLock + 10 },
        ]),
      }),
    ],
    ['one of three witnesses', 'witness: not-witnessed', inBook({ inTime: seen([{ witness: first, at }]) })],
    [
      'one witness twice',
      'witness: not-witnessed',
      inBook({
        inTime: seen([
          { witness: first, at },
          { witness: first, at: at + 1 },
        ]),
      }),
    ],
    [
      'one witness and a stranger',
      'witness: not-witnessed',
      inBook({
        inTime: seen([
          { witness: first, at },
          { witness: stranger, at },
        ]),
      }),
    ],
    [
      'one of three witnesses, the others not asked',
      'incomplete, witness not-witnessed',
      knowing({ witnessAnswers: [first.vkey] }, { inTime: seen([{ witness: first, at }]) }),
    ],
    ['a witness who saw less later', 'witness: backdated-cosignature', knowing({ witnessed: [smaller] })],
  ];
}

function forkRows(): Row[] {
  const { after } = evidence;
  const fork = forked();
  const theirs = fork.checkpoint(at, [], story.drawSeq);
  const within = fork.checkpoint(at, [], story.from + 1).note;
  return [
    ['a witness saw another book of this size', 'witness: fork', knowing({ witnessed: [theirs.note] })],
    ['the bundle shows two books', 'witness: fork', inBook({ after: after && { ...after, checkpoint: theirs } })],
    ['a witness saw another entry in the window', 'witness: entries', knowing({ witnessed: [within] })],
  ];
}

function contentRows(): Row[] {
  const result = story.book.bodies[story.drawSeq] ?? '';
  const foreign = drawOf(29_743_210);
  const swapped = encodeEntry(tableFor(draw, 3, { multipliers: { big: '10100' } }));
  const later = encodeEntry(tableFor(draw, 3, { first_period: String(draw.period + 1) }));
  return [
    ['odds that changed after the lock', 'witness: table-swapped', inBook(extended(swapped))],
    ['odds for a later period', 'incomplete, dice no-draw-place', inBook(extended(later))],
    ['the result in a checkpoint from before it', 'witness: backdated', inBook(extended(result))],
    [
      'a result of another chain in the window',
      'incomplete, dice no-draw-place',
      inBook(
        extended(
          encodeEntry({
            type: 'draw',
            draw_id: 'dice-60/1',
            round: String(draw.round + 9),
            signature: beaconSignature(draw.round + 9),
            dice: asTexts(foreign.dice),
          }),
        ),
      ),
    ],
  ];
}

/** A later round's result in the window: the key holder of a local beacon can sign any round. */
export function foreignResultCase(base: EvidenceCase): EvidenceCase {
  const local = witnessedStory();
  const book = upTo(local.book, local.drawSeq);
  const round = local.draw.round + 100;
  const dice = asTexts(local.draw.dice);
  book.append({ type: 'draw', draw_id: 'dice-30/1', round: String(round), signature: beaconSignature(round), dice });
  const seen = local.draw.tLock + 2;
  const inTime = book.checkpoint(seen, two(seen));
  return bend(base, 'another draw’s later result in a checkpoint from before it', 'witness: backdated', ({ proof }) =>
    Object.assign(proof.draw.book ?? {}, { inTime, entries: book.bodies.slice(local.from), after: null }),
  );
}

function widerRows(): Row[] {
  const book = upTo(story.book, story.drawSeq);
  book.append({ type: 'seal', draw_id: draw.drawId, root: 'ab'.repeat(32), count: '6', table: story.tableHash });
  const laterEntries = book.bodies.slice(story.drawSeq);
  const seenAt = (seconds: number) => [book.checkpoint(seconds, two(seconds)).note];
  const early = (seconds: number) => [story.book.checkpoint(seconds, two(seconds), story.drawSeq).note];
  const [first] = WITNESSES;
  const alone = first === undefined ? '' : book.checkpoint(tLock + 3, [{ witness: first, at: tLock + 3 }]).note;
  const by = draws - 3;
  return [
    [
      'a second seal that only witnesses show',
      'seal: two-seals',
      knowing({ witnessed: seenAt(by), laterEntries }, { after: null }),
    ],
    [
      'a second seal after the deadline',
      'incomplete, dice no-draw-place',
      knowing({ witnessed: seenAt(by + 1), laterEntries }, { after: null }),
    ],
    [
      'a second seal that one witness alone shows',
      'incomplete, dice no-draw-place',
      knowing({ witnessed: [alone], laterEntries }, { after: null }),
    ],
    [
      'a larger checkpoint in time, its entries not shown',
      'incomplete, witness later-entries',
      knowing({ witnessed: seenAt(by) }, { after: null }),
    ],
    ['a seal that witnesses saw before the lock', 'seal: not-in-time', knowing({ witnessed: early(tLock - 1) })],
  ];
}

/** The reader queried other witnesses, or followed another book. */
function readerRows(): Row[] {
  const [first = '', second = '', third = ''] = WITNESSES.map(({ vkey }) => vkey);
  const [stranger = '', other = ''] = [77, 78].map((fill) => signerOf('stranger.example/w', fill, 4).vkey);
  const open = 'incomplete, table other-witnesses';
  const smaller = upTo(story.book, 2).checkpoint(0).note;
  const forkedBefore = story.book.copy();
  forkedBefore.bodies[1] = forkedBefore.bodies[0] ?? '';
  const proof = consistencyProof(story.book.leaves(story.drawSeq), 2, story.drawSeq).map(toHex);
  const part = { from: 2, to: story.drawSeq, proof };
  return [
    ['the reader confirmed other witnesses', open, knowing({ confirmedWitnesses: [stranger, other] })],
    ['the reader confirmed one of three, and a stranger', open, knowing({ confirmedWitnesses: [first, stranger] })],
    ['the reader confirmed a witness whose key is not known', open, knowing({ confirmedWitnesses: ['https://w'] })],
    ['the reader confirmed none, and says so', open, knowing({ confirmedWitnesses: [] })],
    ['the reader confirmed one, which did not cosign', open, knowing({ confirmedWitnesses: [third] })],
    ['the reader confirmed one, which cosigned', open, knowing({ confirmedWitnesses: [first] })],
    ['the reader confirmed two of three', 'verified', knowing({ confirmedWitnesses: [first, second, stranger] })],
    ['the followed book is not compared', 'incomplete, witness no-consistency', knowing({ followed: smaller })],
    ['the followed book is continued', 'verified', knowing({ followed: smaller, consistency: [part] })],
    [
      'the proof for the followed book does not hold',
      'incomplete, witness no-consistency',
      knowing({ followed: smaller, consistency: [{ ...part, proof: part.proof.slice(1) }] }),
    ],
    [
      'the followed book is another one',
      'incomplete, witness no-consistency',
      knowing({ followed: upTo(forkedBefore, 2).checkpoint(0).note, consistency: [part] }),
    ],
    [
      'the followed book has another root at this size',
      'witness: fork',
      knowing({ followed: forked().checkpoint(at, [], story.drawSeq).note }),
    ],
    ['the followed book is inside of the window', 'verified', knowing({ followed: evidence.inTime?.note ?? '' })],
    [
      'the followed checkpoint is of another key',
      'incomplete, witness no-consistency',
      knowing({ followed: story.book.copy(OTHER_LOG).checkpoint(0).note }),
    ],
  ];
}

export function houseWindowCases(unwitnessed: EvidenceCase): EvidenceCase[] {
  const timed =
    (which: 'before' | 'inTime', atMs: unknown): Change =>
    ({ proof }) => {
      const seen = proof.draw.book?.[which];
      if (seen) seen.atMs = atMs as number;
    };
  return [
    bend(
      unwitnessed,
      'a checkpoint before the lock without a time',
      'incomplete, witness no-time',
      timed('before', null),
    ),
    bend(unwitnessed, 'a checkpoint in time without a time', 'incomplete, witness no-time', timed('inTime', null)),
    bend(
      unwitnessed,
      'a checkpoint that the house dates at the lock',
      'witness: before-too-late',
      timed('before', tLock * 1000),
    ),
    bend(
      unwitnessed,
      'a seal that the house dates after the deadline',
      'witness: in-time-too-late',
      timed('inTime', (draws - 3) * 1000 + 1),
    ),
  ];
}

export function windowCases(base: EvidenceCase): EvidenceCase[] {
  const own = [...partRows(), ...timeRows(), ...forkRows(), ...contentRows(), ...widerRows(), ...readerRows()];
  const rows = [...own, ...houseRows()];
  return rows.map(([name, expected, change]) => bend(base, name, expected, change));
}
