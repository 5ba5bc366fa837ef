import type { DrawProof, Receipt } from '@tercet/fair';
import { Refused, readJsonFrom } from '../src/api/shared/external-fetch.ts';
import type { House } from '../src/api/shared/types.ts';
import type { PinnedWitness } from '../src/features/pins/pin-store.ts';
import { mayAsk, namedWitnesses } from '../src/features/pins/witness-addresses.ts';
import type { AskPlan } from '../src/features/proof/gather-proof.ts';
import type { ProofQuestion } from '../src/features/proof/proof-messages.ts';

const WAIT_MS = 8000;
/** Most slips of a period whose hashes the check fetches. Larger periods are checked without them. */
const LEAVES_MAX = 20_000;

/** `silent`: the club did not answer; `missing`: it has no such draw. */
export class ClubProblem extends Error {
  readonly code: 'silent' | 'missing';

  constructor(code: 'silent' | 'missing') {
    super(code);
    this.code = code;
  }
}

/** Reads the typed address of a club. Returns its origin, or null if invalid. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const whole = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return URL.canParse(whole) && typed !== '' ? new URL(whole).origin : null;
}

/** A club to query; `address` is its origin. */
export interface Club {
  address: string;
  /** Witnesses that the club names. */
  named: readonly PinnedWitness[];
}

export async function findClub(address: string): Promise<Club> {
  const house = (await read(`${address}/api/house`).catch(() => null)) as Pick<House, 'book'> | null;
  return { address, named: namedWitnesses(house) ?? [] };
}

/** Queries a club for a draw. Throws a `ClubProblem`. */
export async function askClub(
  { address }: Club,
  drawId: string,
  receipt: Receipt | null,
): Promise<ProofQuestion & { kind: 'draw' | 'receipt' }> {
  const draw = (await read(`${address}/api/draws/${drawId}`)) as DrawProof;
  const options = { nowMs: Date.now() };
  return receipt === null ? { kind: 'draw', proof: draw, options } : { kind: 'receipt', receipt, draw, options };
}

/** Parties to query: the club, and witnesses at URLs that the reader confirmed. */
export function planOf({ address }: Club, confirmed: readonly PinnedWitness[]): AskPlan {
  const witnesses = confirmed.filter((witness) => mayAsk(witness, address));
  return { witnesses, bookUrl: address, leavesMax: LEAVES_MAX };
}

async function read(url: string): Promise<unknown> {
  try {
    return await readJsonFrom(url, WAIT_MS);
  } catch (error) {
    throw new ClubProblem(error instanceof Refused && error.status === 404 ? 'missing' : 'silent');
  }
}
