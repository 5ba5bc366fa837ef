import { type SandboxControl, sandboxControl } from '@tercet/dev/sandbox/control-client.ts';
import type { ProviderCounts } from './truths.ts';

/** The provider, controlled with its secret. */
export interface Provider extends SandboxControl {
  counts(): Promise<ProviderCounts>;
  /** Number of events that the club has not accepted yet. */
  waiting(): Promise<number>;
}

export function providerOf({ url, secret }: { url: string; secret: string }): Provider {
  const control = sandboxControl(url, secret);
  return {
    ...control,
    async counts() {
      const { payments, payouts } = await control.stats();
      return { paidIn: payments, payouts: payouts.filter(({ executed }) => executed > 0) };
    },
    waiting: async () => (await control.stats()).events.waiting,
  };
}
