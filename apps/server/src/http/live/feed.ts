import { listen } from '../../db/listen.ts';
import { DESK_TOLD } from '../../desk/threads.ts';
import { HOST_CHANGED } from '../../directory/changed.ts';
import { periodView } from '../../draw/state.ts';
import { currentPeriod } from '../../lottery/catalogue.ts';
import { MESSAGE_TOLD } from '../../members/messages/messages.ts';
import { endedAmong } from '../../members/sessions/live-sessions.ts';
import { coalesce } from '../../process/coalesce.ts';
import { followBook } from './book-news.ts';
import type { FeedDeps } from './deps.ts';
import { followDesk } from './desk-news.ts';
import { followMessages } from './message-news.ts';
import { followPayments } from './paid-news.ts';
import { followSpent, SPENT } from './spent-news.ts';

export interface Feed {
  /** Ends the streams of sessions that are over; to be called when word of that may have been missed. */
  checkSessions(): void;
  /** Money of a member was spent here, and so much is left: his screens are told, at other processes a little later. */
  tellSpent(memberId: string, availableMinor: bigint): void;
  stop(): Promise<void>;
}

const POLL_MS = 2_000;
const CLOCK_MS = 15_000;
const TICK_MS = 200;

/**
 * Turns rows into events: what the book gained, what was paid, which period began, whose money moved. NOTIFY says when
 * to look; a poll behind it finds what a lost message would have hidden. Streams of sessions that are over are ended
 * the same way.
 */
export async function startFeed(deps: FeedDeps): Promise<Feed> {
  const { db, hub, clock } = deps;
  const book = await followBook(deps);
  const payments = await followPayments(deps);
  const messages = followMessages(deps);
  const tell = announcePeriods(deps);
  const repeat = (what: string, work: () => Promise<void>) => coalesce(work, (error) => deps.onFault(what, error));
  // Who won how much is looked up when all have the dice: what it costs, the last of them would wait for.
  const readToAll = async () => {
    await book.read();
    await hub.allTold();
  };
  const look = repeat('feed', async () => {
    await book.read();
    await payments.read(readToAll);
  });
  const tellMembers = repeat('messages', messages.read);
  const dropEnded = repeat('ended sessions', async () => {
    await hub.allTold();
    for (const { memberId, tokenHash } of await endedAmong(db, hub.sessions())) hub.drop(memberId, tokenHash);
  });

  const listeners = ['book', 'paid'].map((channel) =>
    listen(deps.url, channel, { onMessage: look.start, onGap: look.start }),
  );
  let isOpen = false;
  const told = listen(deps.url, MESSAGE_TOLD, {
    onMessage(memberId) {
      messages.note(memberId);
      tellMembers.start();
    },
    onGap() {
      if (!isOpen) return;
      messages.noteGap();
      tellMembers.start();
    },
  });
  const spent = followSpent(deps);
  const spentElsewhere = listen(deps.url, SPENT, {
    onMessage(payload) {
      for (const memberId of spent.read(payload)) messages.note(memberId);
      tellMembers.start();
    },
    // Whoever missed one hears of his balance by what else was missed.
    onGap() {},
  });
  const desk = followDesk(deps);
  const deskTold = listen(deps.url, DESK_TOLD, { onMessage: desk.note, onGap: () => isOpen && desk.noteGap() });
  // Ids alone, to members: whoever looks at that host, or a list with the host in it, asks anew.
  const tellHost = (hostId: string | null) => {
    for (const { memberId } of hub.watching()) hub.send(memberId, 'host', { hostId });
  };
  const hosts = listen(deps.url, HOST_CHANGED, {
    onMessage: tellHost,
    onGap: () => isOpen && tellHost(null),
  });
  listeners.push(told, deskTold, hosts, spentElsewhere);
  // Nobody watches before the line stands: nothing is missed at the beginning.
  await Promise.all([told.tried, deskTold.tried, hosts.tried, spentElsewhere.tried]);
  isOpen = true;
  const timers = [
    setInterval(look.start, POLL_MS),
    // What could not be told at once is tried again.
    setInterval(tellMembers.start, POLL_MS),
    setInterval(() => {
      tell();
      book.announceLate(clock.nowMs());
    }, TICK_MS),
    setInterval(() => {
      hub.broadcast('clock', { nowMs: clock.nowMs() });
      dropEnded.start();
    }, CLOCK_MS),
  ];
  return {
    checkSessions: dropEnded.start,
    tellSpent(memberId, availableMinor) {
      hub.send(memberId, 'balance', { availableMinor: String(availableMinor), slipsSettled: [] });
      spent.tell(memberId);
    },
    async stop() {
      await spent.stop();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([look.idle(), tellMembers.idle(), dropEnded.idle()]);
    },
  };
}

/** Announces each period of each lottery once, when it has begun. */
function announcePeriods({ hub, clock, catalogue }: FeedDeps): () => void {
  const newest = new Map<number, number>();
  return () => {
    const nowMs = clock.nowMs();
    for (const lottery of catalogue().lotteries) {
      const period = currentPeriod(lottery, nowMs);
      const before = newest.get(lottery.id);
      // The clock is a guess, corrected now and then: a step back begins nothing anew.
      if (before !== undefined && period <= before) continue;
      newest.set(lottery.id, period);
      const view = before === undefined ? null : periodView(lottery, period, nowMs);
      if (view) hub.broadcast('period', { key: lottery.key, ...view });
    }
  };
}
