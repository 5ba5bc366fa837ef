/** A schedule of events in simulated time. */
export interface Agenda {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Schedules an act in `ms` milliseconds. Acts at the same time run in the order of scheduling. */
  in(ms: number, act: () => Promise<void>): void;
  /** Runs all acts that are due until `untilMs` in order, including newly scheduled ones. */
  run(untilMs: number): Promise<void>;
  /** Number of scheduled acts. */
  readonly left: number;
}

interface Item {
  atMs: number;
  turn: number;
  act: () => Promise<void>;
}

/** A seed with more acts than this is an endless loop. */
const ACTS_MAX = 5_000;

/** `setClock` is called with each new time before its acts run. */
export function openAgenda(startMs: number, setClock: (ms: number) => Promise<void>): Agenda {
  let nowMs = startMs;
  let turns = 0;
  const items: Item[] = [];

  function takeDue(untilMs: number): Item | null {
    let first: Item | null = null;
    for (const item of items) {
      if (item.atMs > untilMs) continue;
      if (first === null || item.atMs < first.atMs || (item.atMs === first.atMs && item.turn < first.turn))
        first = item;
    }
    if (first !== null) items.splice(items.indexOf(first), 1);
    return first;
  }

  return {
    nowMs: () => nowMs,
    in(ms, act) {
      items.push({ atMs: nowMs + Math.round(ms), turn: turns++, act });
    },
    async run(untilMs) {
      for (let item = takeDue(untilMs); item !== null; item = takeDue(untilMs)) {
        if (turns > ACTS_MAX) throw new Error(`more than ${ACTS_MAX} acts`);
        if (item.atMs > nowMs) {
          nowMs = item.atMs;
          await setClock(nowMs);
        }
        await item.act();
      }
      nowMs = untilMs;
      await setClock(nowMs);
    },
    get left() {
      return items.length;
    },
  };
}
