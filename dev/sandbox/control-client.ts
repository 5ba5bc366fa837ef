import { signCall } from '@tercet/server/adapters/payment/sandbox-signature.ts';
import type { statsOf } from './control.ts';
import type { IdentityOutcome, RegisterEntry, Settings } from './state.ts';
import type { News } from './webhooks.ts';

type SettingsChange = Partial<Pick<Settings, 'webhookUrl' | 'payoutSeconds' | 'returnSeconds'>> & {
  delivery?: Partial<Settings['delivery']>;
  faults?: Partial<Settings['faults']>;
};

export type CheckoutAct = 'approve' | 'decline' | 'pay-later' | 'pay-after-expiry' | 'pay';

export interface SandboxControl {
  /** Calls the API as the club does, for example `/api/checkouts`. */
  ask<T>(path: string, body: unknown): Promise<T>;
  change(settings: SettingsChange): Promise<Settings>;
  /** Sets the sandbox's clock ahead and runs everything that becomes due. */
  advance(seconds: number): Promise<void>;
  /** Presses a button of the payment page. `pay` also works after the page has ended. */
  checkout(
    reference: string,
    act: CheckoutAct,
    more?: { amountMinor?: string; currency?: string; afterSeconds?: number },
  ): Promise<void>;
  /** Decides an identity check, even a decided one. */
  identity(reference: string, outcome: IdentityOutcome): Promise<void>;
  /** Excludes a person in the exclusion register, or ends their exclusion. */
  register(entry: RegisterEntry): Promise<void>;
  /** Settles a payout now. */
  payout(reference: string, outcome: 'paid' | 'failed' | 'returned'): Promise<void>;
  /** Sends a signed event for which no payment exists. */
  event(news: News, eventId?: string): Promise<void>;
  /** Delivers all queued events now. Resolves when each was tried. */
  deliver(): Promise<ReturnType<typeof statsOf>['events']>;
  stats(): Promise<ReturnType<typeof statsOf>>;
}

const TIMEOUT_MS = 10_000;

/** Controls a running sandbox, for tests and `club sandbox`. Throws when it refuses. */
export function sandboxControl(url: string, secret: string): SandboxControl {
  async function call<T>(method: 'GET' | 'POST', path: string, content: unknown): Promise<T> {
    const body = method === 'GET' ? '' : JSON.stringify(content);
    const signed = signCall(secret, { method, path, body }, Date.now());
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...signed },
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new Error(`the sandbox refused ${path}: ${response.status} ${answer.message}`);
    return answer;
  }

  return {
    ask: (path, body) => call('POST', path, body),
    change: (settings) => call('POST', '/control/settings', settings),
    advance: (advanceSeconds) => call('POST', '/control/clock', { advanceSeconds }),
    checkout: (reference, act, more) => call('POST', '/control/checkouts', { reference, act, ...more }),
    identity: (reference, outcome) => call('POST', '/control/identity', { reference, outcome }),
    register: (entry) => call('POST', '/control/exclusion-register', entry),
    payout: (reference, outcome) => call('POST', '/control/payouts', { reference, outcome }),
    event: (news, eventId) => call('POST', '/control/events', { ...news, eventId }),
    deliver: () => call('POST', '/control/deliver', {}),
    stats: () => call('GET', '/stats', null),
  };
}
