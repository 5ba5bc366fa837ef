/** The slip that tests of `verify` alter, and helpers for altering it. */
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type BookEntry,
  type DrawProof,
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
  type Verification,
} from '../src/index.ts';
import { RECEIPT_KEYS } from './book-kit.ts';
import { witnessedStory } from './stories.ts';

/** A draw with three witnesses and a house-run beacon. */
export const story = witnessedStory();
export const { slip, draw } = story;

export function logged(entry: Entry): BookEntry {
  const body = encodeEntry(entry);
  return { seq: 1, type: entry.type, hash: entryHash(body), body, atMs: 0 };
}

export function withDraw(change: Partial<DrawProof>): SlipProof {
  return { ...slip, draw: { ...slip.draw, ...change } };
}

export function withEntries(change: Partial<DrawProof['entries']>, draw: Partial<DrawProof> = {}): SlipProof {
  return withDraw({ ...draw, entries: { ...slip.draw.entries, ...change } });
}

/** The slip with changed leaf data, signed with the receipt key or another. */
export function leafOf(change: Partial<SlipLeaf>, key: Uint8Array = RECEIPT_KEYS.secretKey): SlipProof {
  const leaf = parseSlipLeafData(fromHex(slip.receipt.leafData));
  if (leaf === null) throw new Error('no leaf');
  const data = slipLeafData({ ...leaf, ...change });
  const signature = toHex(ed25519.sign(receiptMessage(data), key));
  return { ...slip, receipt: { ...slip.receipt, leafData: toHex(data), signature } };
}

export function statesOf({ steps }: Verification): string[] {
  return steps.map(({ id, state, reason }) => (state === 'ok' ? id : `${id} ${state} ${reason}`));
}
