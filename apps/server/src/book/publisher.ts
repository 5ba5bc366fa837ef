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
  /** Database URL for NOTIFY, which needs a connection of its own. */
  url: string;
  witnesses: readonly WitnessLink[];
  /** Upload of the book's files. Null: only the database serves them. */
  mirror: Mirror | null;
  /** Checked before each signing. */
  guard?: BookGuard;
  /** Longest time that signing, and then the witnesses, wait for the store (ms). 1000 by default. */
  storeMsMax?: number;
  /** Called for faults that will be retried. */
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
 * Signs recorded tree heads, uploads them and submits them to witnesses. Several may run: the lease holder works, and
 * overlap is harmless. NOTIFY triggers it, and polling covers lost notifications.
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
      // Witnesses may read the book from the store.
      if (deps.mirror) await Promise.race([mirroring.idle(), sleep(deps.storeMsMax ?? STORE_MS_MAX)]);
      for (const client of clients) client.wake(size);
    },
    (error) => onFault('signing the book', error),
  );

  /**
   * Number of entries in the store, which limits what is signed. Null without a store or if it is too slow: seals must
   * not be late because of it.
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
      // Releases the lease at once. Another process may safely do the same work concurrently.
      await releaseLease(deps.db, LEASE, holder).catch(() => {});
      await listener.close();
      await Promise.all([polling, look.idle(), mirroring.idle(), ...clients.map((client) => client.stop())]);
    },
  };
}
