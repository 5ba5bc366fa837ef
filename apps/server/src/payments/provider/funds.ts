import type { PaymentsDeps } from '../deps.ts';
import type { Funds, PaymentProvider } from './provider.ts';

/** The house's funds at the provider. `none`: the house has no provider. `unknown`: no answer, or none in time. */
export type KnownFunds = ({ state: 'known' } & Funds) | { state: 'none' | 'unknown' };

/** Longest wait for the provider, in milliseconds, so that the page of figures loads. */
const WAIT_MS_MAX = 2_000;

/**
 * Creates a reader of the provider's funds that never throws. Single-flight: concurrent callers share one request, so
 * a hanging provider receives no more requests.
 */
export function createFundsReader({ provider, money }: Pick<PaymentsDeps, 'provider' | 'money'>) {
  let underWay: Promise<KnownFunds> | null = null;
  return async (): Promise<KnownFunds> => {
    if (provider === null) return { state: 'none' };
    underWay ??= readFunds(provider, money.currency).finally(() => {
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

async function readFunds(provider: PaymentProvider, currency: string): Promise<KnownFunds> {
  try {
    return { state: 'known', ...(await provider.funds({ currency })) };
  } catch {
    return { state: 'unknown' };
  }
}
