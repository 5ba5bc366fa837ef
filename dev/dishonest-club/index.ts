/**
 * A dishonest club, for tests of verifiers: a proxy in front of an honest club, and one in front of each of its
 * witnesses, that changes the answers. It holds none of the club's keys. So it can omit, delay, swap, replay, tell two
 * versions, and forge with its own keys. `LIES` lists everything it does.
 *
 *   const dishonest = await DishonestClub.start({ club: server.address, witnesses: [witness.url] });
 *   dishonest.tell('void-without-book');        // from now on; null: the honest answers
 *   … ask at dishonest.url, and dishonest.witnessUrls[0] …
 *   await dishonest.close();
 *
 * Browsers can open `dishonest.url` like the club: pages, event streams and films pass unchanged, and the club sees
 * requests from its own address. Answers about draws, bets and the book are never cached, so `tell` takes effect after
 * a reload. All witnesses tell a lie of witnesses, or those with the given indexes. `dishonest.trap.hits` counts
 * requests to an address that clients reach only by following redirects or addresses sent by the club.
 *
 * Tests of a verifier loop over `LIES`, so that a new lie is never left out.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FORKED } from './forks.ts';
import { INVENTED } from './invents.ts';
import { OMITTED } from './omits.ts';
import { LyingProxy } from './proxy.ts';
import { DELAYED, OF_OWED, REPLAYED, SWAPPED } from './swaps.ts';
import type { Lie } from './tamper.ts';
import { ON_THE_WIRE } from './wire.ts';
import { OF_WITNESSES } from './witnesses.ts';

export type { Lie } from './tamper.ts';

/** Everything that a dishonest club or witness does. Names are unique. */
export const LIES: readonly Lie[] = [
  ...INVENTED,
  ...OMITTED,
  ...DELAYED,
  ...SWAPPED,
  ...REPLAYED,
  ...FORKED,
  ...OF_OWED,
  ...ON_THE_WIRE,
  ...OF_WITNESSES,
];

/** Throws for an unknown name. */
export function lieNamed(name: string): Lie {
  const lie = LIES.find((one) => one.name === name);
  if (lie === undefined) throw new Error(`unknown lie "${name}"`);
  return lie;
}

const EVIDENCE = /^\/(?:api\/(?:draws|slips|receipts|house|book|me\/owed)|book)(?:\/|$)/;

export interface DishonestClubOptions {
  /**
   * Address of the honest club, or a function that returns it when the club must know its witnesses' addresses first.
   */
  club: string | ((witnessUrls: readonly string[]) => Promise<string>);
  /** Addresses of its witnesses. */
  witnesses?: readonly string[];
}

export class DishonestClub {
  readonly #club: LyingProxy;
  readonly #witnesses: readonly LyingProxy[];
  readonly trap: Trap;

  private constructor(club: LyingProxy, witnesses: readonly LyingProxy[], trap: Trap) {
    this.#club = club;
    this.#witnesses = witnesses;
    this.trap = trap;
  }

  static async start({ club, witnesses = [] }: DishonestClubOptions): Promise<DishonestClub> {
    const trap = await Trap.start();
    const front = (target: string, isEvidence: (path: string) => boolean) =>
      LyingProxy.start({ target: target.replace(/\/+$/, ''), isEvidence, trapUrl: trap.url });
    const fronts = await Promise.all(witnesses.map((url) => front(url, () => true)));
    const address = typeof club === 'string' ? club : await club(fronts.map(({ url }) => url));
    return new DishonestClub(await front(address, (path) => EVIDENCE.test(path)), fronts, trap);
  }

  /** Address of the dishonest club. */
  get url(): string {
    return this.#club.url;
  }

  /** Addresses of the dishonest witnesses, in the order given. */
  get witnessUrls(): string[] {
    return this.#witnesses.map(({ url }) => url);
  }

  /** Paths requested from the club. */
  get asked(): readonly string[] {
    return this.#club.asked;
  }

  /** Tells one lie from now on, or none. `by`: indexes of the lying witnesses, for lies of witnesses; default all. */
  tell(lie: Lie | string | null, by?: readonly number[]): void {
    const reported = typeof lie === 'string' ? lieNamed(lie) : lie;
    this.#club.tamper = reported?.club ?? null;
    for (const [index, witness] of this.#witnesses.entries()) {
      witness.tamper = by === undefined || by.includes(index) ? (reported?.witness ?? null) : null;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#club, ...this.#witnesses, this.trap].map((one) => one.close()));
  }
}

/** An address on this machine that no honest client requests. */
export class Trap {
  readonly #server: Server;
  /** Requested paths. */
  readonly hits: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.hits.push(request.url ?? '');
      response.end('{}');
    });
  }

  static async start(): Promise<Trap> {
    const trap = new Trap();
    await new Promise<void>((resolve) => trap.#server.listen(0, '127.0.0.1', resolve));
    return trap;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
