/** Delivers notices to the webhook until they are accepted. Those of one alarm keep their order. */
import type { Guard } from '../net/guard.ts';
import { postJson, Refused } from '../net/post-json.ts';
import { jsonLine } from '../print.ts';
import { shownAlarm } from './alarm.ts';
import type { Alarms, Notice } from './alarms.ts';

export interface WebhookTerms {
  url: string;
  guard: Guard;
  alarms: Alarms;
  /** Fields that name the monitored book, in every delivery. */
  about: Readonly<Record<string, string>>;
  nowMs(): number;
  /** Prints an event. */
  print(event: Record<string, unknown>): void;
}

const TIMEOUT_MS = 10_000;
const RETRY_MS_MIN = 2000;
const RETRY_MS_MAX = 3_600_000;
/** A notice that was not accepted for this long is dropped. */
const GIVE_UP_MS = 3 * 86_400_000;

export class Webhook {
  readonly #terms: WebhookTerms;
  #running: Promise<void> | null = null;
  readonly counts = { delivered: 0, failed: 0, dropped: 0 };

  constructor(terms: WebhookTerms) {
    this.#terms = terms;
  }

  /** Delivers what is due. Concurrent calls share one run. */
  deliver(): Promise<void> {
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #deliverAll(): Promise<void> {
    const { alarms, nowMs } = this.#terms;
    // Of these alarms a notice waits. Later ones wait behind it, so that "resolved" never precedes its alarm.
    const waiting = new Set<string>();
    for (const notice of alarms.notices) {
      const { dueMs, alarm } = notice;
      if (dueMs === null || waiting.has(alarm.id)) continue;
      const result = dueMs > nowMs() ? 'refused' : await this.#send(notice);
      // A receiver that is down would cost a timeout for each notice.
      if (result === 'unanswered') return;
      if (result === 'refused') waiting.add(alarm.id);
    }
  }

  async #send(notice: Notice): Promise<'settled' | 'refused' | 'unanswered'> {
    const { url, guard, alarms, nowMs, print } = this.#terms;
    const { event, alarm } = notice;
    let isAnswered = true;
    const sent = { event: 'webhook', id: alarm.id, of: event, attempts: notice.attempts + 1 };
    try {
      await postJson(url, this.#bodyOf(notice), TIMEOUT_MS, guard);
      this.counts.delivered += 1;
      notice.dueMs = null;
      print({ ...sent, result: 'delivered' });
    } catch (error) {
      notice.attempts += 1;
      isAnswered = error instanceof Refused;
      const isDropped = nowMs() - (alarm.resolvedMs ?? alarm.atMs) > GIVE_UP_MS;
      this.counts[isDropped ? 'dropped' : 'failed'] += 1;
      notice.dueMs = isDropped ? null : nowMs() + Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** (notice.attempts - 1));
      print({ ...sent, result: isDropped ? 'dropped' : 'failed', why: (error as Error).message });
    }
    alarms.settle();
    await alarms.save();
    if (notice.dueMs === null) return 'settled';
    return isAnswered ? 'refused' : 'unanswered';
  }

  #bodyOf({ event, alarm }: Notice): string {
    return jsonLine({ version: 1, event, ...this.#terms.about, ...shownAlarm(alarm) });
  }
}
