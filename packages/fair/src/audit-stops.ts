/** The stops of betting in the book, and the periods that they concern. */
import type { StopEntry } from './entry-types.ts';

/** Stops kept of one lottery, and of all: a seal follows the opening of its period closely. */
const STOPS_KEPT = 1000;

type StopTimes = Pick<StopEntry, 'what' | 'from' | 'until'>;

/** The stops that an audit remembers, as plain JSON, in the order of the book for each `what`. */
export type StopsState = readonly StopTimes[];

interface Stop {
  from: number;
  /** Infinity until another entry ends it. */
  until: number;
}

export class StopList {
  readonly #stops = new Map<string, Stop[]>();

  add({ what, from, until }: StopTimes): void {
    const stop = { from: Number(from), until: until === '0' ? Number.POSITIVE_INFINITY : Number(until) };
    // An earlier stop that begins at the same time or later never holds.
    const earlier = (this.#stops.get(what) ?? []).filter((one) => one.from < stop.from);
    this.#stops.set(what, [...earlier.slice(1 - STOPS_KEPT), stop]);
  }

  state(): StopsState {
    return [...this.#stops].flatMap(([what, stops]) =>
      stops.map(({ from, until }) => ({
        what,
        from: `${from}`,
        until: until === Number.POSITIVE_INFINITY ? '0' : `${until}`,
      })),
    );
  }

  restore(stops: StopsState): void {
    for (const stop of stops) this.add(stop);
  }

  /** Whether a period of the lottery that opens at this time takes no bets. */
  isStopped(key: string, opens: number): boolean {
    return ['betting', `table/${key}`].some((what) => {
      const last = this.#stops.get(what)?.findLast(({ from }) => from <= opens);
      return last !== undefined && opens < last.until;
    });
  }
}
