/** Parses every format in which a club or the member app hands out evidence for a bet. */
import {
  type DrawProof,
  fromHex,
  isHex,
  parseReceiptText,
  parseSlipLeafData,
  type Receipt,
  type SlipLeaf,
} from '@tercet/fair';
import type { Given } from './evidence.ts';
import { CheckFailure } from './failure.ts';

export interface CheckedItem {
  /** Null for a bundle of a draw without a receipt. */
  receipt: Receipt | null;
  leaf: SlipLeaf | null;
  drawId: string;
  draw: DrawProof | null;
  path: { index: number | null; count: number | null; proof: readonly string[] | null } | null;
  given: Given;
}

const BUNDLE = 'tercet/v1 bundle';
const ITEMS_MAX = 10_000;
const RECEIPT_PARTS = ['leafData', 'signature', 'publicKey', 'userName', 'salt'] as const;

type Fields = Record<string, unknown>;

/** The items of a file. Null for a part of unknown format. Throws a `CheckFailure` where all parts are. */
export function readItems(text: string, name: string): (CheckedItem | null)[] {
  const parts = partsOf(text, name);
  if (parts.length === 0 || parts.length > ITEMS_MAX) throw notOne(name);
  const items = parts.map(itemOf);
  if (items.every((item) => item === null)) throw notOne(name);
  return items;
}

function notOne(name: string): CheckFailure {
  return new CheckFailure(
    `${name} is neither a receipt, the answer to a bet, the proof of a bet, a saved bundle, nor a list of them.`,
  );
}

/** Splits the text into JSON documents or lines. */
function partsOf(text: string, name: string): unknown[] {
  const trimmed = text.trim();
  if (/^tercet:/.test(trimmed)) return linesOf(trimmed);
  let file: unknown;
  try {
    file = JSON.parse(trimmed);
  } catch {
    throw notOne(name);
  }
  if (Array.isArray(file)) return file;
  const { receipts } = fieldsOf(file);
  return Array.isArray(receipts) ? receipts : [file];
}

/** Joins lines that a messenger wrapped. Each receipt starts with the prefix. */
function linesOf(text: string): unknown[] {
  return text
    .split(/(?=tercet:\d+:)/)
    .map((line) => parseReceiptText(line.trim()).receipt)
    .map((receipt) => receipt ?? 'damaged');
}

function itemOf(part: unknown): CheckedItem | null {
  if (typeof part === 'string') {
    const { receipt } = parseReceiptText(part.trim());
    return receipt === null ? null : of(receipt, null, null, {});
  }
  const fields = fieldsOf(part);
  if (fields.format === BUNDLE) return bundleOf(fields);
  if (isReceipt(part)) return of(part, null, null, {});
  // The API's answer to a placed bet, a line of a list of receipts, or a proof that a phone saved with its receipt.
  const { receipt, slip, inclusion } = fields;
  if (isReceipt(receipt)) {
    const stored = fieldsOf(fieldsOf(inclusion).proof);
    const shown = fields.draw === undefined ? stored : fields;
    const payoutMinor = fieldsOf(slip).payoutMinor;
    return of(receipt, drawIn(shown), shown, typeof payoutMinor === 'string' ? { payoutMinor } : {});
  }
  const draw = drawIn({ draw: part });
  return draw === null ? null : ofDraw(draw, {});
}

function bundleOf({ kind, proof, options }: Fields): CheckedItem | null {
  const given = optionsOf(fieldsOf(options));
  if (kind === 'draw') {
    const draw = drawIn({ draw: proof });
    return draw === null ? null : ofDraw(draw, given);
  }
  const slip = fieldsOf(proof);
  return kind === 'slip' && isReceipt(slip.receipt) ? of(slip.receipt, drawIn(slip), slip, given) : null;
}

/** An item from a receipt. Null where the signed bytes are not a slip. */
function of(receipt: Receipt, draw: DrawProof | null, path: Fields | null, given: Given): CheckedItem | null {
  const leaf = isHex(receipt.leafData) ? parseSlipLeafData(fromHex(receipt.leafData)) : null;
  if (leaf === null) return null;
  const { index = null, count = null, proof = null } = (path ?? {}) as Partial<NonNullable<CheckedItem['path']>>;
  return { receipt, leaf, drawId: leaf.drawId, draw, path: draw === null ? null : { index, count, proof }, given };
}

function ofDraw(draw: DrawProof, given: Given): CheckedItem {
  return { receipt: null, leaf: null, drawId: draw.drawId, draw, path: null, given };
}

/** A draw with an id and a table. Later steps judge its contents. */
function drawIn({ draw }: Fields): DrawProof | null {
  const { drawId, entries, table } = fieldsOf(draw);
  const isDraw = typeof drawId === 'string' && typeof entries === 'object' && typeof table === 'object';
  return isDraw ? (draw as DrawProof) : null;
}

/** Whether the value is a receipt. The signature may be missing; its step then stays open. */
function isReceipt(value: unknown): value is Receipt {
  const fields = fieldsOf(value);
  return typeof fields.leafData === 'string' && RECEIPT_PARTS.every((part) => typeof fields[part] === 'string');
}

/** The options that a file may set. It can set neither pins nor the time. */
function optionsOf({ witnessed, laterEntries, leafHashes, payoutMinor }: Fields): Given {
  return {
    ...(isTexts(witnessed) ? { witnessed } : {}),
    ...(isTexts(laterEntries) ? { laterEntries } : {}),
    ...(isTexts(leafHashes) && leafHashes.every((one) => isHex(one, 32)) ? { leafHashes } : {}),
    ...(typeof payoutMinor === 'string' ? { payoutMinor } : {}),
  };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
