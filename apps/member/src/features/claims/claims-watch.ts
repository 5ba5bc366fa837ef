import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { keepClaims } from './claim-store.ts';
import { OWN_BOOK } from './known-claims.ts';
import { claimsIn, type ToldClaim } from './read-claims.ts';

/** Batches answers that arrive together. */
const TOGETHER_MS = 400;
const KNOWN_MAX = 5000;

export const CONFLICTS_KEY = ['claim-conflicts'] as const;
export const CLAIMS_KEY = ['claims'] as const;

/**
 * Stores the house's statements about draws, from all answers and live messages, while the app is open. Returns the
 * stop function.
 */
export function watchClaims(client: QueryClient): () => void {
  const waiting: ToldClaim[] = [];
  /** Claims stored since this page was opened. */
  const known = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(answer: unknown): void {
    for (const claims of claimsIn(answer)) {
      const name = JSON.stringify(claims.claim);
      if (known.has(name)) continue;
      if (known.size > KNOWN_MAX) known.clear();
      known.add(name);
      waiting.push(claims);
    }
    if (waiting.length > 0) timer ??= setTimeout(() => void keep(), TOGETHER_MS);
  }

  async function keep(): Promise<void> {
    timer = undefined;
    const claims = waiting.splice(0);
    const conflicts = await keepClaims(claims, { book: OWN_BOOK, source: 'house', seenAtMs: Date.now() });
    if (conflicts.length === 0) return;
    await client.invalidateQueries({ queryKey: CONFLICTS_KEY });
    for (const drawId of conflicts) await client.invalidateQueries({ queryKey: [...CLAIMS_KEY, OWN_BOOK, drawId] });
  }

  function onEvent(event: QueryCacheNotifyEvent): void {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (isAnswer(event.query.queryKey)) take(event.query.state.data);
  }

  for (const query of client.getQueryCache().getAll()) if (isAnswer(query.queryKey)) take(query.state.data);
  const end = client.getQueryCache().subscribe(onEvent);
  return () => {
    end();
    clearTimeout(timer);
  };
}

/** Queries whose data comes from this phone, not from the house. */
const OWN_KEYS: ReadonlySet<unknown> = new Set([
  ...['claims', 'claim-conflicts', 'check', 'saved-receipt', 'breaches', 'slip-check', 'followed-book', 'overdue'],
]);

function isAnswer(key: readonly unknown[]): boolean {
  return !OWN_KEYS.has(key[0]);
}
