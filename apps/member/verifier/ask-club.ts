import type { DrawProof, Receipt } from '@tercet/fair';
import { Refused, readJsonFrom } from '../src/api/shared/external-fetch.ts';
import type { House } from '../src/api/shared/types.ts';
import type { PinnedWitness } from '../src/features/pins/pin-store.ts';
import { mayAsk, namedWitnesses } from '../src/features/pins/witness-addresses.ts';
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

/** A club that can be asked. */
export interface Club {
  address: string;
  /** Witnesses of its book, by its word. */
  named: readonly PinnedWitness[];
}

export async function findClub(address: string): Promise<Club> {
  const house = (await read(`${address}/api/house`).catch(() => null)) as Pick<House, 'book'> | null;
  return { address, named: namedWitnesses(house) ?? [] };
}

/** Asks a club for a draw. Throws a `ClubProblem`. */
export async function askClub(
  { address }: Club,
  drawId: string,
  receipt: Receipt | null,
): Promise<ProofQuestion & { kind: 'draw' | 'receipt' }> {
  const draw = (await read(`${address}/api/draws/${drawId}`)) as DrawProof;
  const options = { nowMs: Date.now() };
  return receipt === null ? { kind: 'draw', proof: draw, options } : { kind: 'receipt', receipt, draw, options };
}

/** Whom to ask beside the club. A witness is asked only at an address that the reader confirmed. */
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
