/** Lies that omit something: a field, a place, a list, the end of the book. */
import { type BookEvidence, type DrawProof, decodeBundle, encodeBundle, parseNote } from '@tercet/fair';
import {
  bytesOf,
  type Lie,
  notThere,
  onDraws,
  onEvidence,
  onJson,
  onPath,
  onReceipts,
  onSlipProofs,
  type Tamper,
  without,
} from './tamper.ts';

const HASH_BYTES = 32;
const WITHHELD = { dice: null, signature: null, seed: null };
const UNSEALED = { ...WITHHELD, root: null, slipCount: null };

/** One lie for each part of a draw's book evidence. */
const PARTS_OF_BOOK = ['logKey', 'notices', 'table', 'before', 'inTime', 'peaks', 'entries', 'after'] as const;
/** One lie for each part of a draw. */
const PARTS_OF_DRAW = [
  'drawId',
  'round',
  'locksAtMs',
  'chain',
  'signature',
  'seed',
  'dice',
  'root',
  'slipCount',
] as const;

function omitting(part: string, club: Tamper): Lie {
  const name = part.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { name: `omits-${name}`, kind: 'omits', does: `leaves out "${part}" of a draw's evidence`, club };
}

function cut(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

/** Changes every signed note in the evidence. */
function withNotes(book: BookEvidence, change: (note: string) => string): Partial<BookEvidence> {
  const seen = <T extends { note: string } | null | undefined>(one: T): T =>
    one ? { ...one, note: change(one.note) } : one;
  return {
    before: seen(book.before),
    inTime: seen(book.inTime),
    table: book.table && { ...book.table, checkpoint: seen(book.table.checkpoint) },
    after: book.after && { ...book.after, checkpoint: seen(book.after.checkpoint) },
  };
}

/** Keeps some of a note's signature lines. */
function withSignatures(note: string, keep: (lines: string[]) => string[]): string {
  const { text } = parseNote(note) ?? { text: '' };
  const lines = note
    .slice(text.length + 1)
    .split('\n')
    .filter(Boolean);
  return `${text}\n${keep(lines)
    .map((line) => `${line}\n`)
    .join('')}`;
}

function withoutDraw(draw: DrawProof): DrawProof {
  const book = draw.book ? { ...draw.book, after: null } : null;
  return { ...draw, ...WITHHELD, entries: { ...draw.entries, draw: null }, book };
}

/** The evidence as of before the seal. */
function withoutSeal(draw: DrawProof): DrawProof {
  const book = draw.book ? { ...draw.book, inTime: draw.book.before, entries: [], after: null } : null;
  return { ...draw, ...UNSEALED, entries: { seal: null, draw: null, void: null }, book };
}

function dropLast(list: readonly string[]): string[] {
  return list.slice(0, -1);
}

const OF_DRAWS: readonly Lie[] = [
  { name: 'withholds-draw', kind: 'omits', does: 'shows the seal and never the dice', club: onDraws(withoutDraw) },
  {
    name: 'withholds-draw-beside-a-signature',
    kind: 'omits',
    does: 'shows no dice, and a signature that is none',
    club: onDraws((draw) => ({ ...withoutDraw(draw), signature: '00' })),
  },
  {
    name: 'withholds-draw-and-book',
    kind: 'omits',
    does: 'shows no dice, and nothing of the book',
    club: onDraws((draw) => ({ ...withoutDraw(draw), book: null })),
  },
  { name: 'withholds-seal', kind: 'omits', does: 'shows neither seal nor dice', club: onDraws(withoutSeal) },
  {
    name: 'hides-void',
    kind: 'omits',
    does: 'shows a void draw as one that is still to come',
    club: onDraws((draw) => (draw.entries.void === null ? draw : withoutSeal(draw))),
  },
  {
    name: 'hides-draws',
    kind: 'omits',
    does: 'knows of no draw at all',
    club: onPath(/^\/api\/draws\//, notThere),
  },
  {
    name: 'omits-book',
    kind: 'omits',
    does: 'shows no evidence of the book',
    club: onDraws((draw) => without(draw, 'book')),
  },
  ...PARTS_OF_BOOK.map((part) =>
    omitting(
      `book-${part}`,
      onDraws((draw) => (draw.book ? { ...draw, book: without(draw.book, part) } : draw)),
    ),
  ),
  ...PARTS_OF_BOOK.map((part) => {
    const lie = omitting(
      `book-${part}`,
      onEvidence(() => ({ [part]: null })),
    );
    return { ...lie, name: lie.name.replace('omits-', 'nulls-') };
  }),
  ...PARTS_OF_DRAW.map((part) =>
    omitting(
      part,
      onDraws((draw) => without(draw, part)),
    ),
  ),
  omitting(
    'table',
    onDraws((draw) => without(draw, 'table')),
  ),
  ...(['seal', 'draw', 'void'] as const).map((type) =>
    omitting(
      `${type}-entry`,
      onDraws((draw) => ({ ...draw, entries: { ...draw.entries, [type]: null } })),
    ),
  ),
  {
    name: 'omits-places',
    kind: 'omits',
    does: 'shows the last checkpoint without the places of draw and void in it',
    club: onEvidence(({ after }) => ({ after: after && { ...after, draw: null, void: null } })),
  },
  {
    name: 'cuts-places',
    kind: 'omits',
    does: 'shows the places of draw and void without their proofs',
    club: onEvidence(({ after }) => ({
      after: after && {
        ...after,
        draw: after.draw && { ...after.draw, proof: [] },
        void: after.void && { ...after.void, proof: [] },
      },
    })),
  },
  {
    name: 'cuts-table-place',
    kind: 'omits',
    does: 'shows the place of the table with a proof that is one hash short',
    club: onEvidence(({ table }) => ({
      table: table && { ...table, place: { ...table.place, proof: dropLast(table.place.proof) } },
    })),
  },
  {
    name: 'cuts-notes',
    kind: 'omits',
    does: 'shows checkpoints that end in the middle',
    club: onEvidence((book) => withNotes(book, cut)),
  },
  {
    name: 'omits-signatures',
    kind: 'omits',
    does: 'shows checkpoints without any signature',
    club: onEvidence((book) => withNotes(book, (note) => withSignatures(note, () => []))),
  },
  {
    name: 'omits-cosignatures',
    kind: 'omits',
    does: 'shows checkpoints without the signatures of witnesses',
    club: onEvidence((book) => withNotes(book, (note) => withSignatures(note, (lines) => lines.slice(0, 1)))),
  },
  {
    name: 'cuts-entries',
    kind: 'omits',
    does: 'leaves out the last of the entries between the checkpoints',
    club: onEvidence((book) => ({ entries: dropLast(book.entries) })),
  },
  {
    name: 'cuts-peaks',
    kind: 'omits',
    does: 'leaves out the last of the peaks',
    club: onEvidence((book) => ({ peaks: dropLast(book.peaks) })),
  },
];

const OF_SLIPS: readonly Lie[] = [
  {
    name: 'omits-slip-path',
    kind: 'omits',
    does: 'shows no path from the bet to its seal',
    club: onSlipProofs((slip) => ({ ...slip, index: null, count: null, proof: null })),
  },
  {
    name: 'cuts-slip-path',
    kind: 'omits',
    does: 'shows a path of another length, from another place',
    club: onSlipProofs((slip) => ({ ...slip, proof: dropLast(slip.proof ?? []), index: (slip.index ?? 0) + 1 })),
  },
  {
    name: 'omits-receipt',
    kind: 'omits',
    does: 'shows the proof of a bet without its receipt',
    club: onSlipProofs((slip) => without(slip, 'receipt')),
  },
  {
    name: 'omits-receipt-signature',
    kind: 'omits',
    does: 'hands out receipts that nobody signed',
    club: onReceipts((receipt) => ({ ...receipt, signature: '' })),
  },
  {
    name: 'omits-slip-of-draw',
    kind: 'omits',
    does: 'shows the proof of a bet without its draw',
    club: onSlipProofs((slip) => without(slip, 'draw')),
  },
];

const OF_LISTS: readonly Lie[] = [
  {
    name: 'withholds-list-of-bets',
    kind: 'omits',
    does: 'does not hand out the leaf hashes of sealed bets',
    club: onPath(/^\/book\/slips\//, notThere),
  },
  {
    name: 'empties-list-of-bets',
    kind: 'omits',
    does: 'hands out an empty list of leaf hashes',
    club: onPath(/^\/book\/slips\//, (answer) => ({ ...answer, body: new Uint8Array(0) })),
  },
  {
    name: 'cuts-list-of-bets',
    kind: 'omits',
    does: 'leaves a bet out of the list of leaf hashes',
    club: onPath(/^\/book\/slips\//, (answer) => ({ ...answer, body: bytesOf(answer).subarray(HASH_BYTES) })),
  },
  {
    name: 'hides-house',
    kind: 'omits',
    does: 'says nothing of itself',
    club: onPath(/^\/api\/house$/, notThere),
  },
  {
    name: 'hides-checkpoint',
    kind: 'omits',
    does: 'shows no checkpoint of the book',
    club: onPath(/^\/book\/checkpoint$/, notThere),
  },
  {
    name: 'cuts-checkpoint',
    kind: 'omits',
    does: 'shows a checkpoint that ends in the middle',
    club: onPath(/^\/book\/checkpoint$/, (answer) => ({ ...answer, body: cutBytes(answer) })),
  },
  {
    name: 'hides-entries',
    kind: 'omits',
    does: 'shows a checkpoint and none of the entries under it',
    club: onPath(/^\/book\/tile\/entries\//, notThere),
  },
  {
    name: 'cuts-bundles',
    kind: 'omits',
    does: 'leaves out the last entry of each bundle',
    club: onPath(/^\/book\/tile\/entries\//, (answer) => {
      const entries = decodeBundle(bytesOf(answer)) ?? [];
      return { ...answer, body: entries.length > 1 ? encodeBundle(entries.slice(0, -1)) : new Uint8Array(0) };
    }),
  },
  {
    name: 'cuts-tiles',
    kind: 'omits',
    does: 'hands out tiles of hashes that end in the middle',
    club: onPath(/^\/book\/tile\/\d/, (answer) => ({ ...answer, body: cutBytes(answer) })),
  },
  {
    name: 'hides-tables',
    kind: 'omits',
    does: 'lists no table of the book',
    club: onJson<{ items: { type: string }[] }>(/^\/api\/book\/entries$/, (page) => ({
      ...page,
      items: page.items.filter(({ type }) => type !== 'table'),
    })),
  },
];

function cutBytes(answer: Parameters<Tamper>[0]): Uint8Array {
  const bytes = bytesOf(answer);
  return bytes.subarray(0, bytes.length >> 1);
}

export const OMITTED: readonly Lie[] = [...OF_DRAWS, ...OF_SLIPS, ...OF_LISTS];
