import type { DrawProof, Receipt } from '@tercet/fair';
import type { ProofQuestion } from './proof-messages.ts';

/** Evidence nests eight deep. A browser can neither pass nor store a value that nests without end. */
const DEPTH_MAX = 32;

/** A draw and a receipt of a shape that they cannot have: their first step is refuted as malformed. */
const BAD_DRAW = { table: { entry: { body: 0 } } };
const BAD_RECEIPT = { leafData: 0, signature: 0, publicKey: 0, userName: 0, salt: 0 } as unknown as Receipt;
const BAD_PAYOUT = 'malformed';

/** True where a value nests deeper than any evidence does. */
export function isTooDeep(value: unknown, depth: number = DEPTH_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isTooDeep(part, depth - 1));
}

/**
 * The question as a worker can take it. A part that nests too deep becomes a malformed one, so that its step is
 * refuted; a path to a bet is left out, and the check looks for the bet itself.
 */
export function cloneable<T extends ProofQuestion>(question: T): T {
  if (!isTooDeep(question)) return question;
  const { payoutMinor, ...options } = question.options;
  const kept = Object.entries(options).filter(([, value]) => !isTooDeep(value));
  const paid = isTooDeep(payoutMinor) ? { payoutMinor: BAD_PAYOUT } : payoutMinor === undefined ? {} : { payoutMinor };
  const common = { ...question, options: { ...Object.fromEntries(kept), ...paid } };
  if (common.kind === 'draw') return { ...common, proof: drawFrom(common.proof) };
  if (common.kind === 'receipt') {
    return { ...common, draw: drawFrom(common.draw), receipt: receiptFrom(common.receipt) };
  }
  const { receipt, draw, ...path } = common.proof;
  const shown = isTooDeep(path) ? { index: null, count: null, proof: null } : path;
  return { ...common, proof: { ...shown, receipt: receiptFrom(receipt), draw: drawFrom(draw) } };
}

function drawFrom(draw: DrawProof): DrawProof {
  if (!isTooDeep(draw)) return draw;
  const { drawId } = draw;
  return { ...(typeof drawId === 'string' ? { drawId } : {}), ...BAD_DRAW } as unknown as DrawProof;
}

function receiptFrom(receipt: Receipt): Receipt {
  return isTooDeep(receipt) ? BAD_RECEIPT : receipt;
}
