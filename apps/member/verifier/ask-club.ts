import type { DrawProof, Receipt } from '@tercet/fair';
import { Refused, readJsonFrom } from '../src/api/elsewhere.ts';
import type { AskPlan } from '../src/features/proof/gather-proof.ts';
import type { ProofQuestion } from '../src/features/proof/proof-messages.ts';

const WAIT_MS = 8000;
/** A period with more slips than this is checked without reading all their hashes. */
const LEAVES_MAX = 20_000;

/** `silent`: the club did not answer; `missing`: it has no such draw. */
export class ClubProblem extends Error {
  readonly code: 'silent' | 'missing';

  constructor(code: 'silent' | 'missing') {
    super(code);
    this.code = code;
  }
}

/** The address of a club as it is typed: its origin; null if it is none. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const whole = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(whole) && typed !== '' ? new URL(whole).origin : null;
}

/** Asks a club for a draw, and for whom else to ask. Throws a `ClubProblem`. */
export async function askClub(
  address: string,
  drawId: string,
  receipt: Receipt | null,
): Promise<ProofQuestion & { kind: 'draw' | 'receipt' }> {
  const draw = (await read(`${address}/api/draws/${drawId}`)) as DrawProof;
  const ask = await planOf(address);
  const options = { nowMs: Date.now() };
  if (receipt === null) return { kind: 'draw', proof: draw, options, ask };
  return { kind: 'receipt', receipt, draw, options, ask };
}

/** Where the club says its witnesses are. What they say is checked with the keys of the table. */
export async function planOf(address: string): Promise<AskPlan> {
  const house = (await read(`${address}/api/house`).catch(() => null)) as { book?: Partial<AskPlan> } | null;
  return { witnesses: house?.book?.witnesses ?? [], bookUrl: address, leavesMax: LEAVES_MAX };
}

async function read(url: string): Promise<unknown> {
  try {
    return await readJsonFrom(url, WAIT_MS);
  } catch (error) {
    throw new ClubProblem(error instanceof Refused && error.status === 404 ? 'missing' : 'silent');
  }
}
