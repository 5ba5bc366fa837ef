/** Verifies the beacon signatures of many draws in batches. Lotteries share rounds, so each round is verified once. */
import { type Chain, type SignedRound, verifyBeaconRounds } from './beacon.ts';

/** A draw whose signature is still to be verified. */
export interface OpenRound {
  seq: number;
  drawId: string;
  chain: Chain;
  round: SignedRound;
}

const BATCH = 256;

export class RoundBatch {
  readonly #open: OpenRound[] = [];

  /** Whether the batch is full and `takeBad` should run. */
  get isFull(): boolean {
    return this.#open.length >= BATCH;
  }

  add(round: OpenRound): void {
    this.#open.push(round);
  }

  /** Verifies all added rounds and returns those whose signature is not the beacon's. */
  takeBad(): OpenRound[] {
    const chains = new Map<string, OpenRound[]>();
    for (const open of this.#open.splice(0)) {
      const key = `${open.chain.hash} ${open.chain.publicKey}`;
      chains.set(key, [...(chains.get(key) ?? []), open]);
    }
    return [...chains.values()].flatMap(badOf);
  }
}

function badOf(opens: readonly OpenRound[]): OpenRound[] {
  const chain = opens[0]?.chain;
  if (chain === undefined) return [];
  const distinct = new Map(opens.map(({ round }) => [nameOf(round), round]));
  const valid = verifyBeaconRounds(chain, [...distinct.values()]);
  const bad = new Set([...distinct.keys()].filter((_name, index) => valid[index] !== true));
  return opens.filter(({ round }) => bad.has(nameOf(round)));
}

function nameOf({ round, signature }: SignedRound): string {
  return `${round} ${signature}`;
}
