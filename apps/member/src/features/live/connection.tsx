import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { Verdict } from '@tercet/fair';
import { useEffect } from 'react';
import { serverClock } from '../../api/shared/clock.ts';
import { namedUrl } from '../../api/shared/page-member.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { Draw, DrawProof, House, Lottery, Me, Page, Slip } from '../../api/shared/types.ts';
import { writeCached } from '../../api/shared/write-cached.ts';
import { openStream, pollDelay } from '../../api/stream/stream.ts';
import type { StreamEvent } from '../../api/stream/stream-events.ts';
import {
  applyToDraw,
  applyToDraws,
  applyToLottery,
  applyToMe,
  applyToSlip,
  keyOfDraw,
} from '../../api/stream/stream-reducer.ts';
import { endTyping, noteTyping } from '../desk/typing.ts';
import { isFinalVerdict } from '../proof/final-verdict.ts';
import { noteConnection } from './connection-state.ts';
import { notifySealed, notifySettled } from './draw-events.ts';

/** Queries to refetch after a message. */
const TOLD_OF = [
  ...[keys.messages, keys.acts, keys.allWithdrawals, ['withdrawal'], keys.statement, keys.allReports],
  ...[keys.wallet, keys.person, keys.allTopUps, ['top-up'], keys.allComplaints, keys.limits, keys.hostReports],
  ...[keys.anyVideo, keys.anyWatching, keys.recoveries],
];

/** Keeps the live stream open while mounted. */
export function Connection({ hasMember }: { hasMember: boolean }) {
  const client = useQueryClient();
  useEffect(() => listen(client, hasMember), [client, hasMember]);
  return null;
}

function listen(client: QueryClient, hasMember: boolean): () => void {
  const poll = createPoll(client);
  // Events between the first answers and the opening of the stream were lost, so a member's data is refetched.
  let missed = hasMember;
  const close = openStream(namedUrl('/api/stream'), {
    onEvent(event) {
      if (event.type === 'reset') refetchLive(client);
      else feed(client, event);
    },
    onState(state) {
      noteConnection(state);
      if (state === 'cut') {
        missed = true;
        poll.start();
        return;
      }
      poll.stop();
      if (missed) refetchLive(client);
      missed = false;
      refetchFailed(client);
    },
  });
  return () => {
    poll.stop();
    close();
  };
}

/** Refetches everything that the stream keeps current, except what is loading already. */
function refetchLive(client: QueryClient): void {
  const stored = { predicate: (query: { meta?: Record<string, unknown> }) => query.meta?.live === true };
  void client.invalidateQueries(stored, { cancelRefetch: false });
}

/** Refetches queries that failed without an answer. */
function refetchFailed(client: QueryClient): void {
  const isUnanswered = ({ state }: { state: { error: Error | null } }) =>
    state.error !== null && asProblem(state.error).unsure;
  void client.refetchQueries({ type: 'active', predicate: isUnanswered }, { cancelRefetch: false });
}

function createPoll(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = 0;
  function next(): void {
    timer = setTimeout(() => {
      done += 1;
      if (document.visibilityState === 'visible') {
        void client.refetchQueries({ type: 'active', predicate: (query) => query.meta?.live === true });
      }
      next();
    }, pollDelay(done));
  }
  return {
    start() {
      if (timer === undefined) next();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      done = 0;
    },
  };
}

/** Applies a stream event to every cached answer that it concerns. */
function feed(client: QueryClient, event: StreamEvent): void {
  if (event.type === 'clock') serverClock.pushed(event.nowMs);
  else if (event.type === 'balance') feedBalance(client, event);
  else if (event.type === 'message') feedMessage(client, event);
  else if (event.type === 'desk') feedDesk(client, event);
  else if (event.type === 'host') feedHost(client, event.hostId);
  else feedDraw(client, event);
}

function feedDraw(client: QueryClient, event: StreamEvent): void {
  // Unknown without the house's data: the page must not claim too much.
  const houseRun = client.getQueryData<House>(keys.house)?.beacon.houseRun ?? true;
  writeCached<{ items: Lottery[]; nowMs: number }>(client, keys.allLotteries, (list) => ({
    ...list,
    items: list.items.map((item) => applyToLottery(item, event, houseRun)),
  }));
  if (!('drawId' in event)) return;
  const key = keyOfDraw(event.drawId);
  writeCached<Lottery>(client, keys.lottery(key), (lottery) => applyToLottery(lottery, event, houseRun));
  client.setQueryData<InfiniteData<Page<Draw>>>(keys.draws(key), (old) => old && feedDraws(old, event, houseRun));
  writeCached<DrawProof>(client, keys.draw(event.drawId), (draw) => applyToDraw(draw, event));
  if (event.type === 'period') return;
  if (event.type === 'sealed' || event.type === 'void') notifySealed(event.drawId);
  void client.invalidateQueries({ queryKey: keys.draw(event.drawId) });
  void client.invalidateQueries({ queryKey: keys.check(event.drawId), predicate: isOpen });
}

/** True for a check that is not final; it is repeated as the draw proceeds. */
function isOpen(query: { state: { data: unknown } }): boolean {
  const verdict = (query.state.data as { verdict?: Verdict } | undefined)?.verdict;
  return verdict !== undefined && !isFinalVerdict(verdict);
}

function feedDraws(old: InfiniteData<Page<Draw>>, event: StreamEvent, houseRun: boolean): InfiniteData<Page<Draw>> {
  const inPages = old.pages.some((page) => 'drawId' in event && page.items.some((d) => d.drawId === event.drawId));
  const pages = old.pages.map((page, index) =>
    inPages || index === 0
      ? { ...page, items: applyWithin(page.items, event, houseRun, index === 0 && !inPages) }
      : page,
  );
  return { ...old, pages };
}

function applyWithin(items: Draw[], event: StreamEvent, houseRun: boolean, mayAdd: boolean): Draw[] {
  return mayAdd ? applyToDraws(items, event, houseRun) : items.map((draw) => applyToDraw(draw, event));
}

function feedBalance(client: QueryClient, event: Extract<StreamEvent, { type: 'balance' }>): void {
  const before = client.getQueryData<Me | null>(keys.me)?.availableMinor;
  writeCached<Me | null>(client, keys.me, (me) => me && applyToMe(me, event));
  // A film may have become available or unavailable by the balance, or been bought on another device.
  for (const queryKey of [keys.wallet, keys.play, keys.limits, keys.anyVideo, keys.anyWatching])
    void client.invalidateQueries({ queryKey });
  if (event.slipsSettled.length === 0) {
    // This page knows the balance after its own bets from their answers. So a smaller one is of another page or device.
    const isSpent = before !== undefined && BigInt(event.availableMinor) < BigInt(before);
    if (isSpent) void client.invalidateQueries({ queryKey: keys.allSlips });
    return;
  }
  client.setQueriesData<InfiniteData<Page<Slip>>>({ queryKey: keys.allSlips }, (old) =>
    old === undefined
      ? old
      : {
          ...old,
          pages: old.pages.map((page) => ({ ...page, items: page.items.map((slip) => applyToSlip(slip, event)) })),
        },
  );
  void client.invalidateQueries({ queryKey: keys.allSlips });
  void client.invalidateQueries({ queryKey: keys.settledDraws });
  void client.invalidateQueries({ queryKey: keys.statement });
  for (const { slipId } of event.slipsSettled) void client.invalidateQueries({ queryKey: keys.slip(slipId) });
  notifySettled(event.slipsSettled);
}

/** Every message reports a change of the member's money or account. */
function feedMessage(client: QueryClient, event: Extract<StreamEvent, { type: 'message' }>): void {
  writeCached<Me | null>(client, keys.me, (me) => me && applyToMe(me, event));
  for (const queryKey of TOLD_OF) void client.invalidateQueries({ queryKey });
}

/** Refetches conversations after a new entry; records typing. */
function feedDesk(client: QueryClient, event: Extract<StreamEvent, { type: 'desk' }>): void {
  if (event.what === 'typing') {
    noteTyping(event.threadId);
    return;
  }
  if (event.what === 'entry' && event.by === 'house') endTyping(event.threadId);
  const thread = event.what === 'missed' ? keys.anyThread : keys.thread(event.threadId);
  for (const queryKey of [thread, keys.threads, keys.threadsUnread]) void client.invalidateQueries({ queryKey });
}

/** Refetches everything that contains the host; deletes inactive data. Null: all hosts. */
function feedHost(client: QueryClient, hostId: string | null): void {
  const showing = {
    queryKey: keys.anyHost,
    predicate: ({ state }: { state: { data: unknown } }) =>
      hostId === null || JSON.stringify(state.data ?? null).includes(hostId),
  };
  client.removeQueries({ ...showing, type: 'inactive' });
  void client.invalidateQueries(showing);
}
