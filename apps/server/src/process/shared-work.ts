import { Refusal, type RefusalCode } from '../refusal.ts';

export interface SharedWork<T> {
  /** Runs `work`, or waits for the same work under way. `isShared`: the outcome is that of an earlier caller. */
  run(id: string, work: () => Promise<T>): Promise<{ value: T; isShared: boolean }>;
}

interface SharedWorkOptions {
  /** Most callers that may wait for one piece of work. The next one is refused. */
  waitingMax: number;
  code: RefusalCode;
}

/** Single-flight with a limit: concurrent callers with the same id share one outcome, a failure included. */
export function createSharedWork<T>({ waitingMax, code }: SharedWorkOptions): SharedWork<T> {
  const underWay = new Map<string, { outcome: Promise<T>; waiting: number }>();
  return {
    async run(id, work) {
      const earlier = underWay.get(id);
      if (earlier) {
        if (earlier.waiting >= waitingMax) throw new Refusal(code);
        earlier.waiting += 1;
        return { value: await earlier.outcome, isShared: true };
      }
      const outcome = work();
      underWay.set(id, { outcome, waiting: 0 });
      try {
        return { value: await outcome, isShared: false };
      } finally {
        underWay.delete(id);
      }
    },
  };
}
