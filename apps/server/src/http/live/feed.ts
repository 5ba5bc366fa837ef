import { listen } from '../../db/listen.ts';
import { DESK_TOLD } from '../../desk/threads.ts';
import { HOST_CHANGED } from '../../directory/host-changes.ts';
import { periodView } from '../../draw/period-state.ts';
import { currentPeriod } from '../../lottery/catalogue.ts';
import { MESSAGE_TOLD } from '../../members/messages/messages.ts';
import { endedAmong } from '../../members/sessions/live-sessions.ts';
import { coalesce } from '../../process/coalesce.ts';
import { followBook } from './book-events.ts';
import type { FeedDeps } from './deps.ts';
import { followDesk } from './desk-events.ts';
import { followMessages } from './message-events.ts';
import { followPayments } from './payment-events.ts';
import { followQueues } from './queue-events.ts';
import { followSpent, SPENT } from './spent-events.ts';

export interface Feed {
  /** Closes the streams of ended sessions. Called when their NOTIFY may have been missed. */
  checkSessions(): void;
  /**
   * Sends a member's new balance, in minor units, after a bet or purchase at this process. Other processes follow a
   * little later.
   */
  notifySpent(memberId: string, availableMinor: bigint): void;
  stop(): Promise<void>;
}

const POLL_MS = 2_000;
const CLOCK_MS = 15_000;
const TICK_MS = 200;
/** A larger jump of the clock's estimate is sent at once. Smaller ones are corrections. */
const JUMP_MS = 1_000;

/**
 * Starts the feed, which turns rows into events: book entries, payments, new periods, balances. NOTIFY triggers a read
 * at once, and polling finds what a lost NOTIFY would have hidden. The feed also closes the streams of ended sessions.
 */
export async function startFeed(deps: FeedDeps): Promise<Feed> {
  const { db, hub, clock } = deps;
  const book = await followBook(deps);
  const payments = await followPayments(deps);
  const messages = followMessages(deps);
  const tell = announcePeriods(deps);
  const broadcastClock = () => hub.broadcast('clock', { nowMs: clock.nowMs() });
  const stopJumps = onJump(clock, broadcastClock);
  const repeat = (what: string, work: () => Promise<void>) => coalesce(work, (error) => deps.onFault(what, error));
  // Query winners only after everyone has the dice; otherwise the last clients wait for that query.
  const readToAll = async () => {
    await book.read();
    await hub.allNotified();
  };
  const look = repeat('feed', async () => {
    await book.read();
    await payments.read(readToAll);
  });
  const notifyMembers = repeat('messages', messages.read);
  const dropEnded = repeat('ended sessions', async () => {
    await hub.allNotified();
    for (const { memberId, tokenHash } of await endedAmong(db, hub.sessions())) hub.drop(memberId, tokenHash);
  });

  const listeners = ['book', 'paid'].map((channel) =>
    listen(deps.url, channel, { onMessage: look.start, onGap: look.start }),
  );
  let isOpen = false;
  const messageListener = listen(deps.url, MESSAGE_TOLD, {
    onMessage(memberId) {
      messages.note(memberId);
      notifyMembers.start();
    },
    onGap() {
      if (!isOpen) return;
      messages.noteGap();
      notifyMembers.start();
    },
  });
  const queues = followQueues({ db, hubs: [deps.staffHubs.desk, deps.staffHubs.others] });
  const lookAtQueues = repeat('queues', queues.read);
  const spent = followSpent(deps);
  const spentElsewhere = listen(deps.url, SPENT, {
    onMessage(payload) {
      for (const memberId of spent.read(payload)) messages.note(memberId);
      notifyMembers.start();
    },
    // A missed message needs no reaction: the member's balance arrives with the other news.
    onGap() {},
  });
  const desk = followDesk(deps);
  const deskListener = listen(deps.url, DESK_TOLD, { onMessage: desk.note, onGap: () => isOpen && desk.noteGap() });
  // Sends a host's id to connected members. A client that shows that host, or a list with the host, fetches again.
  const notifyHost = (hostId: string | null) => {
    for (const { memberId } of hub.watching()) hub.send(memberId, 'host', { hostId });
  };
  const hosts = listen(deps.url, HOST_CHANGED, {
    onMessage: notifyHost,
    onGap: () => isOpen && notifyHost(null),
  });
  listeners.push(messageListener, deskListener, hosts, spentElsewhere);
  // No client connects before LISTEN is active, so nothing is missed at the start.
  await Promise.all([messageListener.tried, deskListener.tried, hosts.tried, spentElsewhere.tried]);
  isOpen = true;
  const timers = [
    setInterval(look.start, POLL_MS),
    setInterval(lookAtQueues.start, POLL_MS),
    // Retries what could not be sent.
    setInterval(notifyMembers.start, POLL_MS),
    setInterval(() => {
      stopJumps();
      tell();
      book.announceLate(clock.nowMs());
    }, TICK_MS),
    setInterval(() => {
      broadcastClock();
      dropEnded.start();
    }, CLOCK_MS),
  ];
  return {
    checkSessions: dropEnded.start,
    notifySpent(memberId, availableMinor) {
      hub.send(memberId, 'balance', { availableMinor: String(availableMinor), slipsSettled: [] });
      spent.tell(memberId);
    },
    async stop() {
      await spent.stop();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([look, notifyMembers, dropEnded, lookAtQueues].map((one) => one.idle()));
    },
  };
}

/** Returns a function that calls `tell` when the clock has jumped since the call before. */
function onJump({ nowMs }: Pick<FeedDeps['clock'], 'nowMs'>, tell: () => void): () => void {
  let offset = nowMs() - performance.now();
  return () => {
    const found = nowMs() - performance.now();
    if (Math.abs(found - offset) > JUMP_MS) tell();
    offset = found;
  };
}

/** Returns a function that broadcasts each period of each lottery once, after it has begun. */
function announcePeriods({ hub, clock, catalogue }: FeedDeps): () => void {
  const newest = new Map<number, number>();
  return () => {
    const nowMs = clock.nowMs();
    for (const lottery of catalogue().lotteries) {
      const period = currentPeriod(lottery, nowMs);
      const before = newest.get(lottery.id);
      // The clock is an estimate that is corrected now and then. A step back must not announce a period again.
      if (before !== undefined && period <= before) continue;
      newest.set(lottery.id, period);
      const view = before === undefined ? null : periodView(lottery, period, nowMs);
      if (view) hub.broadcast('period', { key: lottery.key, ...view });
    }
  };
}
