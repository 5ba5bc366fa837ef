import type { Placed, Receipt, Slip } from '../../api/types.ts';

/** The form in which receipts leave the phone and come back: as text to copy or as a file. */
export interface ReceiptFile {
  format: 'tercet/v1 receipts';
  receipts: { drawId: string; slipId: string; receipt: Receipt }[];
}

export function receiptText(placed: readonly { slip: Pick<Slip, 'id' | 'drawId'>; receipt: Receipt }[]): string {
  const file: ReceiptFile = {
    format: 'tercet/v1 receipts',
    receipts: placed.map(({ slip, receipt }) => ({ drawId: slip.drawId, slipId: slip.id, receipt })),
  };
  return JSON.stringify(file, null, 2);
}

/** The first receipt of a pasted text, or null if it is none. */
export function readReceipt(text: string): { drawId: string; receipt: Receipt } | null {
  try {
    const file = JSON.parse(text) as Partial<ReceiptFile>;
    const first = file.receipts?.[0];
    if (first === undefined || typeof first.drawId !== 'string') return null;
    const { leafData, signature, publicKey, userName, salt } = first.receipt;
    const whole = [leafData, signature, publicKey, userName, salt].every((part) => typeof part === 'string');
    return whole ? { drawId: first.drawId, receipt: first.receipt } : null;
  } catch {
    return null;
  }
}

/** Hands a text to the browser as a file to save. */
export function saveAsFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function saveReceipts(placed: readonly Placed[]): void {
  const first = placed[0];
  const name = placed.length === 1 && first !== undefined ? first.slip.drawId.replace('/', '-') : 'all';
  saveAsFile(`tercet-receipts-${name}.json`, receiptText(placed));
}
