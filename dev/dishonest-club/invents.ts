/** Lies that invent something. The house signs with its own keys instead of the club's. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Dice, type DrawProof, encodeEntry, entryHash, fromHex, receiptMessage, toHex } from '@tercet/fair';
import {
  asVoid,
  entryOf,
  type ForgedKey,
  forgedDraw,
  forgedLogKey,
  forgedNotice,
  forgedVoid,
  tableOf,
} from './forge.ts';
import { type Lie, once, onDraws, onEvidence, onReceipts } from './tamper.ts';

const SIXES: Dice = [6, 6, 6];
const RECEIPT_SEED = new Uint8Array(32).fill(0x67);

/** An honest table with every multiplier halved. */
function poorer(draw: DrawProof): DrawProof['table'] {
  const table = tableOf(draw);
  const multipliers = Object.fromEntries(
    Object.entries(table.multipliers).map(([bet, value]) => [bet, String(Number(value) >> 1)]),
  );
  const body = encodeEntry({ ...table, multipliers });
  const hash = entryHash(body);
  return { hash, entry: { ...draw.table.entry, body, hash } };
}

function forgedWith(change: (draw: DrawProof, honest: DrawProof, key: ForgedKey) => DrawProof) {
  return onDraws(async (draw, { tools }) => {
    const key = forgedLogKey(tableOf(draw).origin);
    const forged = await once(tools, draw.drawId, () => forgedDraw(draw, key));
    return change(forged, draw, key);
  });
}

/** Uses the place of the draw's own entry for an entry that does not exist. */
function withPlaceOfDraw(draw: DrawProof, voided: DrawProof): DrawProof {
  const after = draw.book?.after;
  if (!draw.book || !after) return voided;
  return { ...voided, book: { ...draw.book, after: { ...after, draw: null, void: after.draw ?? after.void } } };
}

export const INVENTED: readonly Lie[] = [
  {
    name: 'void-without-book',
    kind: 'invents',
    does: 'calls the draw void by an entry that is in no book, and shows no book',
    club: onDraws((draw) => ({ ...asVoid(draw), book: null })),
  },
  {
    name: 'void-with-old-checkpoint',
    kind: 'invents',
    does: 'calls the draw void and shows the book as it was before the seal',
    club: onDraws((draw) => {
      const book = draw.book && { ...draw.book, inTime: draw.book.before, entries: [], after: null };
      return { ...asVoid(draw), book };
    }),
  },
  {
    name: 'void-with-whole-book',
    kind: 'invents',
    does: 'calls the draw void and shows the book as it is, with the seal in it',
    club: onDraws(asVoid),
  },
  {
    name: 'void-in-place-of-draw',
    kind: 'invents',
    does: 'calls the draw void and gives the void the place of another entry',
    club: onDraws((draw) => withPlaceOfDraw(draw, asVoid(draw))),
  },
  {
    name: 'void-beside-draw',
    kind: 'invents',
    does: 'shows the dice and a void of the same draw',
    club: onDraws((draw) => ({ ...draw, entries: { ...draw.entries, void: forgedVoid(draw) } })),
  },
  {
    name: 'forged-draw',
    kind: 'invents',
    does: 'shows 6-6-6 by a table, a beacon and a book of its own',
    club: forgedWith((forged) => forged),
  },
  {
    name: 'forged-draw-under-real-key',
    kind: 'invents',
    does: 'shows 6-6-6 by a book of its own and names the key of the real one',
    club: forgedWith((forged, { book }) => ({
      ...forged,
      book: forged.book && book ? { ...forged.book, logKey: book.logKey } : null,
    })),
  },
  {
    name: 'forged-draw-after-forged-notice',
    kind: 'invents',
    does: 'shows 6-6-6 by a book of its own, to whose key the real one is said to have changed',
    club: forgedWith((forged, { book }, key) => {
      if (!forged.book || !book) return forged;
      const noticed = book.before && { note: book.before.note, places: [{ index: 0, proof: [] }] };
      return { ...forged, book: { ...forged.book, notices: [forgedNotice(book.logKey, key)], noticed } };
    }),
  },
  {
    name: 'forged-draw-in-real-book',
    kind: 'invents',
    does: 'shows 6-6-6 by a table and a beacon of its own inside the evidence of the real draw',
    club: forgedWith((forged, { book }) => ({ ...forged, book: book ?? null })),
  },
  {
    name: 'other-dice',
    kind: 'invents',
    does: 'shows 6-6-6 where the beacon gave other dice',
    club: onDraws((draw) => (draw.dice === null ? draw : { ...draw, dice: SIXES })),
  },
  {
    name: 'other-dice-in-entry',
    kind: 'invents',
    does: 'shows 6-6-6 in the entry of the draw, too',
    club: onDraws((draw) => {
      const { draw: drawn } = draw.entries;
      if (drawn === null || draw.signature === null) return draw;
      const { drawId: draw_id, round, signature } = draw;
      const entry = entryOf(
        { type: 'draw', draw_id, round: String(round), signature, dice: ['6', '6', '6'] },
        drawn.seq,
      );
      return { ...draw, dice: SIXES, entries: { ...draw.entries, draw: entry } };
    }),
  },
  {
    name: 'other-signature',
    kind: 'invents',
    does: 'shows a signature of the beacon that the beacon did not give',
    club: onDraws((draw) => (draw.signature === null ? draw : { ...draw, signature: 'aa'.repeat(48) })),
  },
  {
    name: 'changed-odds',
    kind: 'invents',
    does: 'halves the odds and shows the place of the real table',
    club: onDraws((draw) => ({ ...draw, table: poorer(draw) })),
  },
  {
    name: 'changed-odds-in-no-book',
    kind: 'invents',
    does: 'halves the odds and shows no place of the table',
    club: onDraws((draw) => ({
      ...draw,
      table: poorer(draw),
      book: draw.book ? { ...draw.book, table: null } : null,
    })),
  },
  {
    name: 'other-seal',
    kind: 'invents',
    does: 'shows a seal over other bets than the book has',
    club: onDraws((draw) => {
      const { seal } = draw.entries;
      if (seal === null || draw.slipCount === null) return draw;
      const root = 'ab'.repeat(32);
      const entry = entryOf(
        { type: 'seal', draw_id: draw.drawId, root, count: String(draw.slipCount), table: draw.table.hash },
        seal.seq,
      );
      const entries = draw.book?.entries.map((body) => (body === seal.body ? entry.body : body)) ?? [];
      const book = draw.book ? { ...draw.book, entries } : null;
      return { ...draw, root, entries: { ...draw.entries, seal: entry }, book };
    }),
  },
  {
    name: 'second-seal',
    kind: 'invents',
    does: 'puts a second seal of the draw before the real one',
    club: onEvidence((book, draw) => {
      const seal = draw.entries.seal?.body;
      const other = seal?.replace(/"root":"[0-9a-f]{2}/, '"root":"00');
      return other === undefined
        ? {}
        : { entries: book.entries.flatMap((body) => (body === seal ? [other, body] : body)) };
    }),
  },
  {
    name: 'other-lock',
    kind: 'invents',
    does: 'says that betting closed a minute later, and names the round of that minute',
    club: onDraws((draw) => ({ ...draw, locksAtMs: draw.locksAtMs + 60_000, round: draw.round + 20 })),
  },
  {
    name: 'receipt-by-another-key',
    kind: 'invents',
    does: 'signs receipts with a key that no table names',
    club: onReceipts((receipt) => {
      const { secretKey, publicKey } = ed25519.keygen(RECEIPT_SEED);
      const signature = ed25519.sign(receiptMessage(fromHex(receipt.leafData)), secretKey);
      return { ...receipt, signature: toHex(signature), publicKey: toHex(publicKey) };
    }),
  },
];
