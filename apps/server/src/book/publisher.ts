import { setTimeout as sleepFor } from 'node:timers/promises';
import { newId } from '../db/ids.ts';
import { holdLease, releaseLease } from '../db/lease.ts';
import { listen } from '../db/listen.ts';
import { coalesce } from '../process/coalesce.ts';
import { throttleFaults } from '../process/log-throttle.ts';
import type { BookGuard } from './guard.ts';
import type { Mirror } from './mirror.ts';
import { type SignDeps, signTreeHeads } from './sign.ts';
import type { WitnessLink } from './witness.ts';
import { newestSize, startWitnessClient } from './witness-client.ts';

export interface PublisherDeps extends SignDeps {
  /** For NOTIFY, which needs a connection of its own. */
  url: string;
  witnesses: readonly WitnessLink[];
  /** Where the book's files are kept for others to read; null: they are served from the database alone. */
  mirror: Mirror | null;
  /** Asked before anything is signed. */
  guard?: BookGuard;
  /** How long signing, and then witnesses, wait for the store (ms), 1000 by default. */
  storeMsMax?: number;
  /** Told of faults that will be tried again. */
  onFault(what: string, error: unknown): void;
}

export interface Publisher {
  stop(): Promise<void>;
}

const RENEW_MS = 450;
const POLL_MS = 1_000;
const STORE_MS_MAX = 1_000;
const LEASE = 'book';

/**
 * Signs what was marked and brings it to the store and the witnesses. Any number may run; the one with the lease works,
 * and two at once do no harm. NOTIFY says when to look; a poll finds what a lost message would hide.
 */
export function startPublisher(deps: PublisherDeps): Publisher {
  const holder = newId();
  const stopping = new AbortController();
  const { signal } = stopping;
  let leading = false;
  let bringing: Promise<number | null> | null = null;
  const onFault = throttleFaults(deps.onFault);
  const mirroring = coalesce(
    async () => {
      if (leading) await deps.mirror?.bring();
    },
    (error) => onFault('the store of the book', error),
  );
  const { db } = deps;
  const clients = deps.witnesses.map((link) => startWitnessClient({ db, onFault, onCosigned: mirroring.start }, link));

  const look = coalesce(
    async () => {
      if (!leading || signal.aborted) return;
      await deps.guard?.refuse();
      const sizeMax = await storedAhead();
      while ((await signTreeHeads(sizeMax === null ? deps : { ...deps, sizeMax })) > 0 && !signal.aborted);
      const size = await newestSize(db);
      mirroring.start();
      // Witnesses read the book, maybe in the store.
      if (deps.mirror) await Promise.race([mirroring.idle(), sleep(deps.storeMsMax ?? STORE_MS_MAX)]);
      for (const client of clients) client.wake(size);
    },
    (error) => onFault('signing the book', error),
  );

  /**
   * How many entries the store has: no more are signed. Null where there is no store, or it takes too long: seals must
   * not be late for it.
   */
  async function storedAhead(): Promise<number | null> {
    const { mirror } = deps;
    if (mirror === null) return null;
    bringing ??= mirror
      .bringAhead()
      .catch((error: unknown) => {
        onFault('the store of the book', error);
        return null;
      })
      .finally(() => {
        bringing = null;
      });
    return Promise.race([bringing, sleep(deps.storeMsMax ?? STORE_MS_MAX).then(() => null)]);
  }

  /** Ends early when the publisher stops. */
  async function sleep(ms: number): Promise<void> {
    await sleepFor(ms, null, { signal }).catch(() => {});
  }

  async function lead(): Promise<void> {
    while (!signal.aborted) {
      try {
        leading = await holdLease(deps.db, LEASE, holder);
      } catch (error) {
        leading = false;
        onFault('lease of the book', error);
      }
      await sleep(RENEW_MS);
    }
  }

  async function poll(): Promise<void> {
    while (!signal.aborted) {
      look.start();
      await sleep(POLL_MS);
    }
  }

  const [leasing, polling] = [lead(), poll()];
  const listener = listen(deps.url, 'tree_head', { onMessage: look.start, onGap: look.start });
  return {
    async stop() {
      stopping.abort();
      await leasing;
      leading = false;
      // At once: another process need not wait for what is under way here, which it may do at the same time.
      await releaseLease(deps.db, LEASE, holder).catch(() => {});
      await listener.close();
      await Promise.all([polling, look.idle(), mirroring.idle(), ...clients.map((client) => client.stop())]);
    },
  };
}
