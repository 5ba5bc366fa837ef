/** The stops of betting in the book, and the periods that they concern. */
import type { StopEntry } from './entry-types.ts';

const DAY_SECONDS = 86_400;
/** Stops kept of one lottery, and of all. */
const STOPS_KEPT = 1000;
/** Longer than any period: after it, no seal of a period that opened under a replaced stop can follow. */
const REPLACED_SECONDS = 7 * DAY_SECONDS;

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

  /**
   * Adds a stop at a time that the book proves (Unix seconds). Returns false if there are too many to keep it: a club
   * could otherwise push out the one in force by announcing others for later.
   */
  add({ what, from, until }: StopTimes, provenTime = 0): boolean {
    const stop = { from: Number(from), until: until === '0' ? Number.POSITIVE_INFINITY : Number(until) };
    // An earlier stop that begins at the same time or later never holds.
    const earlier = (this.#stops.get(what) ?? []).filter((one) => one.from < stop.from);
    const all = [...earlier, stop];
    const kept = all.filter((_, place) => (all[place + 1]?.from ?? Infinity) > provenTime - REPLACED_SECONDS);
    this.#stops.set(what, kept.slice(0, STOPS_KEPT));
    return kept.length <= STOPS_KEPT;
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
