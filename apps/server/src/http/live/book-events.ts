import { decodeEntry, type Entry, parseDrawId } from '@tercet/fair';
import { entriesFrom, type LoggedEntry } from '../../book/book.ts';
import type { Db } from '../../db/pool.ts';
import { LATE_AFTER_MS, periodView } from '../../draw/period-state.ts';
import type { FeedDeps } from './deps.ts';

const ENTRIES_MAX = 500;

export interface BookEvents {
  /** Broadcasts new entries of the book, each once and in order. */
  read(): Promise<void>;
  /** Broadcasts the draws whose beacon is late at `nowMs`, each once. */
  announceLate(nowMs: number): void;
}

export async function followBook(deps: FeedDeps): Promise<BookEvents> {
  const { db, hub } = deps;
  let nextSeq = await bookSize(db);
  /** Sealed draws that wait for their beacon, with the Unix milliseconds at which it counts as late. */
  const waiting = new Map<string, number>();

  function announce(logged: LoggedEntry): void {
    const entry = decodeEntry(logged.body);
    if (entry.type === 'seal') waiting.set(entry.draw_id, lateMsOf(deps, entry.draw_id));
    else if (entry.type === 'draw' || entry.type === 'void') waiting.delete(entry.draw_id);
    const event = eventOf(entry, logged.atMs);
    if (event) hub.broadcast(event.name, event.data);
  }

  return {
    async read() {
      for (;;) {
        const entries = await entriesFrom(db, nextSeq, ENTRIES_MAX);
        for (const entry of entries) {
          // Advance first: an entry that cannot be read must neither block nor repeat others.
          nextSeq = entry.seq + 1n;
          try {
            announce(entry);
          } catch (error) {
            deps.onFault(`book entry ${entry.seq}`, error);
          }
        }
        if (entries.length < ENTRIES_MAX) return;
      }
    },
    announceLate(nowMs) {
      for (const [drawId, lateMs] of waiting) {
        if (nowMs <= lateMs) continue;
        waiting.delete(drawId);
        hub.broadcast('late', { drawId });
      }
    },
  };
}

function eventOf(entry: Entry, atMs: number): { name: string; data: unknown } | null {
  if (entry.type === 'seal') {
    const data = { drawId: entry.draw_id, root: entry.root, slipCount: Number(entry.count), sealedAtMs: atMs };
    return { name: 'sealed', data };
  }
  if (entry.type === 'draw') {
    const { draw_id: drawId, round, signature, dice } = entry;
    return {
      name: 'drawn',
      data: { drawId, round: Number(round), dice: dice.map(Number), signature, drawnAtMs: atMs },
    };
  }
  return entry.type === 'void' ? { name: 'void', data: { drawId: entry.draw_id } } : null;
}

function lateMsOf(deps: FeedDeps, drawId: string): number {
  const parts = parseDrawId(drawId);
  const lottery = parts && deps.catalogue().byKey.get(parts.key);
  const view = lottery && periodView(lottery, parts.period, deps.clock.nowMs());
  return view ? view.drawsAtMs + LATE_AFTER_MS : Number.POSITIVE_INFINITY;
}

async function bookSize(db: Db): Promise<bigint> {
  return (await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow()).size;
}
