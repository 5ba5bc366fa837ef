import type { PaymentsDeps } from './deps.ts';
import type { Funds, PaymentProvider } from './provider.ts';

/** What the provider holds for the house. `none`: there is nobody to ask; `unknown`: he did not say, or not in time. */
export type KnownFunds = ({ state: 'known' } & Funds) | { state: 'none' | 'unknown' };

/** Whoever looks at the figures waits no longer. */
const WAIT_MS_MAX = 2_000;

/**
 * Asks the provider, and never fails by him. However many ask while one question is under way, he is asked once: one
 * that hangs does not fill up with questions.
 */
export function createFundsReader({ provider, money }: Pick<PaymentsDeps, 'provider' | 'money'>) {
  let underWay: Promise<KnownFunds> | null = null;
  return async (): Promise<KnownFunds> => {
    if (provider === null) return { state: 'none' };
    underWay ??= askedOf(provider, money.currency).finally(() => {
      underWay = null;
    });
    const late = Promise.withResolvers<KnownFunds>();
    const timer = setTimeout(() => late.resolve({ state: 'unknown' }), WAIT_MS_MAX);
    try {
      return await Promise.race([underWay, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function askedOf(provider: PaymentProvider, currency: string): Promise<KnownFunds> {
  try {
    return { state: 'known', ...(await provider.funds({ currency })) };
  } catch {
    return { state: 'unknown' };
  }
}
