/** What is to happen when, in a world whose time goes on only by what happens. */
export interface Agenda {
  /** Unix milliseconds. */
  nowMs(): number;
  /** Lets something happen in so many milliseconds. Of two at one moment the one that was named first comes first. */
  in(ms: number, act: () => Promise<void>): void;
  /** Lets everything happen that is due up to `untilMs`, in order. What comes up meanwhile is included. */
  run(untilMs: number): Promise<void>;
  /** How much is still to come. */
  readonly left: number;
}

interface Item {
  atMs: number;
  turn: number;
  act: () => Promise<void>;
}

/** A seed that makes more than this is a loop that does not end. */
const ACTS_MAX = 5_000;

/** `setClock` is told of each new moment before anything happens in it. */
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
