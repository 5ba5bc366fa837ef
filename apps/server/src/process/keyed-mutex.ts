import { Refusal, type RefusalCode } from '../refusal.ts';

export interface KeyedMutexOptions {
  /** Most callers that may wait for one key. The next one is refused. */
  waitingMax: number;
  /** A caller that waited longer is refused at its turn. By then its client has given up. */
  waitMsMax?: number;
  /** Code of the refusal; `busy` by default. */
  code?: RefusalCode;
}

export interface KeyedMutex {
  /** Runs `work` after all earlier work with the same key, in order of arrival. Other keys do not wait. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Number of waiting callers over all keys. */
  waiting(): number;
}

export function createKeyedMutex({
  waitingMax,
  waitMsMax = Number.POSITIVE_INFINITY,
  code = 'busy',
}: KeyedMutexOptions): KeyedMutex {
  /** Waiting callers by key, first in front. A key is present while its work runs. */
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

  /** Passes the turn to the next caller, or frees the key. */
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
