import { EventEmitter, once } from 'node:events';
import { vi } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import type { Period } from '../../src/draw/periods.ts';
import { startFeed } from '../../src/http/live/feed.ts';
import type { Hub } from '../../src/http/live/hub.ts';
import { createStaffHubs } from '../../src/http/live/staff-hubs.ts';
import type { Identity } from '../../src/identity.ts';
import { advance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';

const POLL_MS = 2_000;
/** An address without a listener, so that every NOTIFY is lost. */
export const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

export interface Listening {
  /** Names and data of all events; a member's own events start with the member's id. */
  events: [string, Record<string, unknown>][];
  dropped: string[];
  faults: string[];
  until(isThere: (events: Listening['events']) => boolean): Promise<void>;
  /** Like a bet in this process. */
  notifySpent(memberId: string, availableMinor: bigint): void;
  stop(): Promise<void>;
}

export interface ListeningOptions {
  url?: string;
  watching?: () => Identity[];
  db?: Db;
  /** Resolves when all streams have the events; at once by default. */
  allNotified?: () => Promise<void>;
}

/** A feed into a hub that records the events. */
async function startListening(club: Club, more: ListeningOptions = {}): Promise<Listening> {
  const events: Listening['events'] = [];
  const dropped: string[] = [];
  const faults: string[] = [];
  const notifications = new EventEmitter();
  const { watching = () => [], url = club.database.urls.api, db = club.db } = more;
  const { allNotified = () => Promise.resolve() } = more;
  const note = (name: string, data: unknown): void => {
    events.push([name, data as Record<string, unknown>]);
    notifications.emit('event');
  };
  const hub: Hub = {
    join() {},
    broadcast: note,
    allNotified,
    send: (memberId, event, data) => note(`${memberId} ${event}`, data),
    drop(memberId) {
      dropped.push(memberId);
      notifications.emit('event');
    },
    watching,
    sessions: watching,
    size: () => 0,
    dropped: () => 0,
    isFull: () => false,
    endOldest() {},
    close() {},
  };
  const feed = await startFeed({
    db,
    url,
    hub,
    staffHubs: createStaffHubs(10),
    clock: { nowMs: club.clock.nowMs, stop() {} },
    catalogue: club.catalogue,
    onFault(what) {
      faults.push(what);
      notifications.emit('event');
    },
  });
  async function until(isThere: (events: Listening['events']) => boolean): Promise<void> {
    while (!isThere(events)) await once(notifications, 'event');
  }
  return { events, dropped, faults, until, notifySpent: feed.notifySpent, stop: feed.stop };
}

export function named(name: string, drawId?: string) {
  return (events: Listening['events']): boolean =>
    events.some(([event, data]) => event === name && (drawId === undefined || data.drawId === drawId));
}

export function poll(): void {
  vi.advanceTimersByTime(POLL_MS);
}

/** A club with one lottery, and feeds that poll when the test says so. */
export interface LiveClub {
  club: Club;
  table: OpenTable;
  /** Before each test: late in a period, with earlier ones finished and timers stopped. */
  begin(): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
  listening(more?: ListeningOptions): Promise<Listening>;
  /** Seals, draws and settles the current period. */
  play(): Promise<Period>;
  /** Plays a period and waits for its event. Reads are sequential, so earlier events have arrived too. */
  playAndHear(listener: Listening): Promise<Period>;
}

export async function openLiveClub(): Promise<LiveClub> {
  const club = await openClub();
  const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  const feeds: Listening[] = [];

  async function play(): Promise<Period> {
    const period = periodIn(club, table);
    await club.at(period.locks * 1_000);
    await advance(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    return period;
  }

  return {
    club,
    table,
    async begin() {
      // The timeouts of the database driver stay real.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      await club.at((table.schedule().period + 2) * 30_000 + 20_000);
      await advance(club, table);
    },
    async end() {
      await Promise.all(feeds.splice(0).map((feed) => feed.stop()));
      vi.useRealTimers();
    },
    close: club.close,
    async listening(more) {
      const listener = await startListening(club, more);
      feeds.push(listener);
      return listener;
    },
    play,
    async playAndHear({ until }) {
      const period = await play();
      poll();
      await until(named('settled', period.drawId));
      return period;
    },
  };
}
