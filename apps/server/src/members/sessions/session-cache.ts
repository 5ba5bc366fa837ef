import type { Identity } from '../../identity.ts';

/** Sessions cached per member; beyond that, the member's cache is cleared. */
const SESSIONS_MAX = 32;

interface Entry {
  identity: Identity;
  untilMs: number;
}

/**
 * Cache of live sessions, so that a busy member costs no query per call. It is only a hint: calls that move money
 * query the database.
 */
export interface SessionCache {
  get(memberId: string, tokenHash: Buffer): Identity | null;
  /** Caches a session for at most the cache's lifetime. `seen` is the value of `endings` before the row was read. */
  put(identity: Identity, ttlMs: number, seen: number): void;
  /** Counter of drops. A row read before a drop must not be cached after it. */
  endings(): number;
  drop(memberId: string): void;
  dropAll(): void;
}

export function createSessionCache(options: { ttlMs: number; membersMax: number; nowMs: () => number }): SessionCache {
  // By member, least recently used first, because a member's sessions are dropped together.
  const members = new Map<string, Map<string, Entry>>();
  let dropped = 0;

  function get(memberId: string, tokenHash: Buffer): Identity | null {
    const entries = members.get(memberId);
    const entry = entries?.get(tokenHash.toString('base64'));
    if (!entries || !entry) return null;
    members.delete(memberId);
    if (entry.untilMs <= options.nowMs()) {
      entries.delete(tokenHash.toString('base64'));
      if (entries.size > 0) members.set(memberId, entries);
      return null;
    }
    members.set(memberId, entries);
    return entry.identity;
  }

  function put(identity: Identity, ttlMs: number, seen: number): void {
    const ttl = Math.min(ttlMs, options.ttlMs);
    if (seen !== dropped || ttl <= 0) return;
    const known = members.get(identity.memberId);
    const entries = known && known.size < SESSIONS_MAX ? known : new Map<string, Entry>();
    entries.set(identity.tokenHash.toString('base64'), { identity, untilMs: options.nowMs() + ttl });
    members.delete(identity.memberId);
    members.set(identity.memberId, entries);
    if (members.size > options.membersMax) {
      const [oldest] = members.keys();
      if (oldest !== undefined) members.delete(oldest);
    }
  }

  return {
    get,
    put,
    endings: () => dropped,
    drop(memberId) {
      dropped += 1;
      members.delete(memberId);
    },
    dropAll() {
      dropped += 1;
      members.clear();
    },
  };
}
