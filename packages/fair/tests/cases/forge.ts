/** Parts of bundles as a dishonest club or member would make them. */
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type BookEntry,
  type Entry,
  encodeEntry,
  entryHash,
  fromHex,
  parseSlipLeafData,
  receiptMessage,
  type SlipLeaf,
  type SlipProof,
  slipLeafData,
  toHex,
} from '../../src/index.ts';
import { RECEIPT_KEYS, type TestBook, textOf } from '../book-kit.ts';
import { resultOf, type WitnessedStory } from '../stories.ts';

export const ZEROS = '00'.repeat(32);

/** An entry in the house's list, whether or not the book contains it. */
export function listed(entry: Entry): BookEntry {
  const body = encodeEntry(entry);
  return { seq: 1, type: entry.type, hash: entryHash(body), body, atMs: 0 };
}

/** Replaces the slip's leaf data and signs it with the receipt key or another. */
export function releaf(slip: SlipProof, change: Partial<SlipLeaf>, key: Uint8Array = RECEIPT_KEYS.secretKey): void {
  const leaf = parseSlipLeafData(fromHex(slip.receipt.leafData));
  if (leaf === null) throw new Error('no leaf');
  const data = slipLeafData({ ...leaf, ...change });
  slip.receipt.leafData = toHex(data);
  slip.receipt.signature = toHex(ed25519.sign(receiptMessage(data), key));
}

/** The seal of a story with changed fields. */
export function sealLike({ slip, draw, tableHash }: WitnessedStory, change: object): BookEntry {
  const root = slip.draw.root ?? '';
  return listed({ type: 'seal', draw_id: draw.drawId, root, count: '5', table: tableHash, ...change } as Entry);
}

/** The result of a story with changed fields. */
export function resultLike({ draw }: WitnessedStory, change: object): BookEntry {
  return listed({ ...resultOf(draw), ...change } as Entry);
}

export function voidLike({ draw, tableHash }: WitnessedStory, change: object = {}): BookEntry {
  return listed({ type: 'void', draw_id: draw.drawId, reason: 'seal-late', table: tableHash, ...change } as Entry);
}

/** Dice that are not the draw's. */
export function otherDice({ draw }: WitnessedStory): [number, number, number] {
  const [a, b, c] = draw.dice;
  return [a, b, c === 6 ? 1 : 6];
}

export function asTexts(dice: [number, number, number]): [string, string, string] {
  return textOf(dice);
}

/** The note with an invalid last signature. */
export function spoil(note: string): string {
  return note.replace(/[A-Za-z0-9+/]{6}==\n$/, 'AAAAAA==\n');
}

/** A copy of the book with the first `size` entries. */
export function upTo(book: TestBook, size: number): TestBook {
  const copy = book.copy();
  copy.bodies.length = size;
  return copy;
}
