import { randomUUID } from 'node:crypto';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from '@tercet/server/adapters/payment/sandbox-signature.ts';
import type { QueuedEvent, SandboxEvent, State } from './state.ts';

/** Each kind of event without its id. */
export type News = SandboxEvent extends infer Event
  ? Event extends SandboxEvent
    ? Omit<Event, 'eventId'>
    : never
  : never;

export interface Queue {
  /** Stores an event and sends it as soon as the settings allow. */
  add(news: News, eventId?: string): void;
  of(reference: string): SandboxEvent[];
  /** Sends all queued events now. Resolves when each was tried. */
  flush(): Promise<void>;
  tick(): void;
  counts(): Record<QueuedEvent['state'], number>;
  /** Stops. Resolves when no request is in flight. */
  stop(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
const MESSAGES_AT_ONCE_MAX = 8;
const BACKOFF_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Retries for over a day. */
const TRIES_MAX = 160;
const COPIES_MAX = 3;
const COPY_AFTER_MS = 500;

/** The durable queue of signed webhooks to the club. It uses the machine's clock, since the sandbox's may jump. */
export function webhookQueue(state: State, secret: string): Queue {
  const waiting = new Map(
    state
      .all('event')
      .flatMap((queued) => (queued.state === 'waiting' ? [[queued.event.eventId, queued] as const] : [])),
  );
  const byReference = new Map<string, SandboxEvent[]>();
  for (const { event } of state.all('event')) remember(event);
  const underWay = new Map<string, Promise<void>>();
  let stopped = false;

  function remember(event: SandboxEvent): void {
    byReference.set(event.reference, [...(byReference.get(event.reference) ?? []), event]);
  }

  function save(queued: QueuedEvent): void {
    const { eventId } = queued.event;
    state.put('event', eventId, queued);
    if (queued.state === 'waiting') waiting.set(eventId, queued);
    else waiting.delete(eventId);
  }

  function add(news: News, eventId: string = randomUUID()): void {
    const { duplicates, losses, delayMs } = state.settings().delivery;
    const event = { ...news, eventId } as SandboxEvent;
    remember(event);
    save({
      event,
      state: Math.random() < losses ? 'lost' : 'waiting',
      tries: 0,
      copies: Math.random() < duplicates ? 1 + Math.floor(Math.random() * COPIES_MAX) : 0,
      nextAtMs: Date.now() + between(delayMs),
    });
    tick();
  }

  function tick(): void {
    const nowMs = Date.now();
    start([...waiting.values()].filter(({ nextAtMs }) => nextAtMs <= nowMs));
  }

  /** Sends due events that are not in flight, up to the limit. */
  function start(due: QueuedEvent[]): void {
    const { webhookUrl, delivery } = state.settings();
    if (webhookUrl === null || stopped) return;
    const free = due.filter(({ event }) => !underWay.has(event.eventId));
    if (delivery.shuffle) shuffle(free);
    // Identity events and payment events have different webhook URLs.
    const about = (isPerson: boolean) => free.filter(({ event }) => (event.kind === 'identity') === isPerson);
    send(about(false), webhookUrl);
    send(about(true), webhookUrl.replace('/webhooks/', '/webhooks/identity/'));
  }

  function send(free: QueuedEvent[], url: string): void {
    const { delivery } = state.settings();
    const messages = Math.ceil(free.length / delivery.batchMax);
    const room = Math.max(0, MESSAGES_AT_ONCE_MAX - new Set(underWay.values()).size);
    for (let at = 0; at < Math.min(messages, room); at++) {
      const batch = free.slice(at * delivery.batchMax, (at + 1) * delivery.batchMax);
      const sent = deliver(url, batch);
      for (const { event } of batch) underWay.set(event.eventId, sent);
    }
  }

  async function deliver(url: string, batch: QueuedEvent[]): Promise<void> {
    const isTaken = await post(url, secret, JSON.stringify({ events: batch.map(({ event }) => event) }));
    for (const { event } of batch) {
      underWay.delete(event.eventId);
      const queued = waiting.get(event.eventId);
      if (queued && !stopped) save(isTaken ? afterTaken(queued) : afterRefused(queued));
    }
    tick();
  }

  return {
    add,
    of: (reference) => byReference.get(reference) ?? [],
    async flush() {
      for (const queued of waiting.values()) save({ ...queued, nextAtMs: 0 });
      tick();
      // Each finished request starts the next, so none is left when nothing is in flight.
      while (underWay.size > 0 && !stopped) await Promise.race(underWay.values());
    },
    tick,
    counts() {
      const counts = { waiting: 0, delivered: 0, lost: 0, 'given-up': 0 };
      for (const queued of state.all('event')) counts[queued.state] += 1;
      return counts;
    },
    async stop() {
      stopped = true;
      await Promise.all(underWay.values());
    },
  };
}

/** Whether the club accepted it. */
async function post(url: string, secret: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_SIGNATURE_HEADER]: signWebhook(secret, body, Date.now()),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function afterTaken(queued: QueuedEvent): QueuedEvent {
  if (queued.copies === 0) return { ...queued, state: 'delivered' };
  return { ...queued, copies: queued.copies - 1, nextAtMs: Date.now() + Math.random() * COPY_AFTER_MS };
}

function afterRefused(queued: QueuedEvent): QueuedEvent {
  const tries = queued.tries + 1;
  if (tries >= TRIES_MAX) return { ...queued, tries, state: 'given-up' };
  const wait = BACKOFF_MS[Math.min(tries, BACKOFF_MS.length) - 1] ?? 0;
  return { ...queued, tries, nextAtMs: Date.now() + wait };
}

function between([least, most]: [number, number]): number {
  return least + Math.random() * (most - least);
}

function shuffle(list: unknown[]): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
