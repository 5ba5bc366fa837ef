import type { DrawProof, Receipt } from '@tercet/fair';
import type { ProofQuestion } from './proof-messages.ts';

/** Nesting limit. Evidence nests eight levels; browsers cannot clone or store unlimited nesting. */
const DEPTH_MAX = 32;

/** Malformed replacements for a draw and a receipt. The first step refutes them. */
const BAD_DRAW = { table: { entry: { body: 0 } } };
const BAD_RECEIPT = { leafData: 0, signature: 0, publicKey: 0, userName: 0, salt: 0 } as unknown as Receipt;
const BAD_PAYOUT = 'malformed';

/** True if a value nests deeper than any evidence. */
export function isTooDeep(value: unknown, depth: number = DEPTH_MAX): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isTooDeep(part, depth - 1));
}

/**
 * The question in a form that a worker can receive. Replaces parts that nest too deep with malformed ones, so that
 * their step is refuted. Drops such an inclusion proof; the check then finds the bet itself.
 */
export function cloneable<T extends ProofQuestion>(question: T): T {
  if (!isTooDeep(question)) return question;
  const { payoutMinor, ...options } = question.options;
  const stored = Object.entries(options).filter(([, value]) => !isTooDeep(value));
  const paid = isTooDeep(payoutMinor) ? { payoutMinor: BAD_PAYOUT } : payoutMinor === undefined ? {} : { payoutMinor };
  const common = { ...question, options: { ...Object.fromEntries(stored), ...paid } };
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
