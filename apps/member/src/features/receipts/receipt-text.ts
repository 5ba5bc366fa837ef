import { fromHex, isHex, parseReceiptText, parseSlipLeafData, type ReceiptTextProblem } from '@tercet/fair';
import type { Receipt, Slip } from '../../api/shared/types.ts';

/** The parts of a slip that its receipt contains, enough to show it without the house. */
export type ReceiptSlip = Pick<Slip, 'id' | 'drawId' | 'placedAtMs' | 'totalMinor'> & {
  selections: Pick<Slip['selections'][number], 'bet' | 'stakeMinor'>[];
};

/** A slip with its receipt, such as the house's response to a bet. */
export interface ReceiptOfSlip {
  slip: ReceiptSlip;
  receipt: Receipt;
}

/** Format of the file for export and import of receipts. */
export interface ReceiptFile {
  format: 'tercet/v1 receipts';
  receipts: { drawId: string; slipId: string; receipt: Receipt; inclusion?: unknown }[];
}

const FORMAT = 'tercet/v1 receipts';
const FILE_CHARS_MAX = 32 * 1024 * 1024;
const NAME_CHARS_MAX = 200;

/** A receipt to write into a file. */
interface Saved {
  slip: Pick<Slip, 'id' | 'drawId'>;
  receipt: Receipt;
  /** The result of this phone's search in the seal, with the proof. */
  inclusion?: unknown;
}

export function receiptText(saved: readonly Saved[]): string {
  const receipts = saved.map(({ slip, receipt, inclusion }) => ({
    drawId: slip.drawId,
    slipId: slip.id,
    receipt,
    ...(inclusion ? { inclusion } : {}),
  }));
  return JSON.stringify({ format: FORMAT, receipts } satisfies ReceiptFile, null, 2);
}

/** The slip in the signed bytes; null if they are not a slip. */
export function slipOfReceipt({ leafData }: Pick<Receipt, 'leafData'>): (ReceiptSlip & { locksAtMs: number }) | null {
  const leaf = isHex(leafData) ? parseSlipLeafData(fromHex(leafData)) : null;
  if (leaf === null) return null;
  return {
    id: leaf.slipId,
    drawId: leaf.drawId,
    placedAtMs: leaf.acceptedMs,
    locksAtMs: leaf.tLock * 1000,
    totalMinor: String(leaf.selections.reduce((total, { stakeMinor }) => total + stakeMinor, 0n)),
    selections: leaf.selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) })),
  };
}

export type ReceiptsReading =
  | { problem: null; receipts: ReceiptOfSlip[] }
  | { problem: ReceiptTextProblem; receipts: readonly never[] };

/** Parses pasted, scanned or chosen text: a line `tercet:1:…`, or the text of a saved file. */
export function readReceipts(text: string): ReceiptsReading {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readFile(trimmed);
  const { problem, receipt } = parseReceiptText(trimmed);
  if (problem !== null) return { problem, receipts: [] };
  const slip = slipOfReceipt(receipt);
  return slip === null ? { problem: 'malformed', receipts: [] } : { problem: null, receipts: [{ slip, receipt }] };
}

/** The first receipt in a text; null if there is none. */
export function readReceipt(text: string): { drawId: string; receipt: Receipt } | null {
  const first = readReceipts(text).receipts[0];
  return first === undefined ? null : { drawId: first.slip.drawId, receipt: first.receipt };
}

function readFile(text: string): ReceiptsReading {
  if (text.length > FILE_CHARS_MAX) return { problem: 'other', receipts: [] };
  let file: Partial<ReceiptFile>;
  try {
    file = JSON.parse(text) as Partial<ReceiptFile>;
  } catch {
    return { problem: 'damaged', receipts: [] };
  }
  if (!Array.isArray(file.receipts) || file.receipts.length === 0) return { problem: 'other', receipts: [] };
  const receipts = file.receipts.map(readEntry).filter((read) => read !== null);
  const whole = receipts.length === file.receipts.length;
  return whole ? { problem: null, receipts } : { problem: 'malformed', receipts: [] };
}

/** Reads one entry of a file. Null if its ids contradict the signed bytes. */
function readEntry(entry: unknown): ReceiptOfSlip | null {
  const { drawId, slipId, receipt } = (entry ?? {}) as Partial<ReceiptFile['receipts'][number]>;
  if (!isReceipt(receipt)) return null;
  const slip = slipOfReceipt(receipt);
  if (slip === null || (drawId ?? slip.drawId) !== slip.drawId || (slipId ?? slip.id) !== slip.id) return null;
  const { leafData, signature, publicKey, userName, salt } = receipt;
  return { slip, receipt: { leafData, signature, publicKey, userName, salt } };
}

/** True if a value has the shape of a receipt. Does not verify it. */
export function isReceipt(value: unknown): value is Receipt {
  const { leafData, signature, publicKey, userName, salt } = (value ?? {}) as Partial<Receipt>;
  const named = typeof userName === 'string' && userName.length <= NAME_CHARS_MAX;
  return named && isHex(leafData) && isHex(signature, 64) && isHex(publicKey, 32) && isHex(salt, 32);
}

/** Saves text or a blob as a download. */
export function saveAsFile(name: string, text: string | Blob): void {
  const url = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type: 'application/json' }) : text);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveReceipts(receipts: readonly Saved[]): void {
  const first = receipts[0];
  const name = receipts.length === 1 && first !== undefined ? first.slip.drawId.replace('/', '-') : 'all';
  saveAsFile(`tercet-receipts-${name}.json`, receiptText(receipts));
}
