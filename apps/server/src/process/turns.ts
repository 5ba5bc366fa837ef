import { Refusal, type RefusalCode } from '../refusal.ts';

export interface TurnsOptions {
  /** So many wait of one key; the next is refused. */
  waitingMax: number;
  /** Whoever has waited longer is refused when the turn comes: by then nobody listens. */
  waitMsMax?: number;
  /** What they are refused with; `busy` by default. */
  code?: RefusalCode;
}

export interface Turns {
  /** Runs `work` after all other work of the same key, in the order in which it came; other keys do not wait for it. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How many wait, of all keys. */
  waiting(): number;
}

export function createTurns({ waitingMax, waitMsMax = Number.POSITIVE_INFINITY, code = 'busy' }: TurnsOptions): Turns {
  /** By key while work of it is under way: who waits, the first in front. */
  const lines = new Map<string, (() => void)[]>();
  let waiting = 0;

  async function wait(line: (() => void)[]): Promise<boolean> {
    if (line.length >= waitingMax) throw new Refusal(code);
    const cameAt = performance.now();
    waiting += 1;
    await new Promise<void>((resolve) => line.push(resolve));
    waiting -= 1;
    return performance.now() - cameAt <= waitMsMax;
  }

  /** Whoever is next takes over the place; without anybody it is free. */
  function leave(key: string): void {
    const next = lines.get(key)?.shift();
    if (next) next();
    else lines.delete(key);
  }

  return {
    async inTurn(key, work) {
      const line = lines.get(key);
      if (!line) lines.set(key, []);
      const isInTime = !line || (await wait(line));
      try {
        if (!isInTime) throw new Refusal(code);
        return await work();
      } finally {
        leave(key);
      }
    },
    waiting: () => waiting,
  };
}
