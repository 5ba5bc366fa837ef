import type { z } from 'zod';
import type { TopUp } from '../../../payments/top-ups/top-ups.ts';
import type { TopUpAnswer } from '../../shared/wallet-shapes.ts';

export function answerTopUp(topUp: TopUp): z.infer<typeof TopUpAnswer> {
  const { received } = topUp;
  return {
    id: topUp.id,
    amountMinor: String(topUp.amount),
    state: topUp.state,
    createdAtMs: topUp.createdAt.getTime(),
    expiresAtMs: topUp.expiresAt.getTime(),
    endedAtMs: topUp.endedAt?.getTime() ?? null,
    checkoutUrl: topUp.checkoutUrl,
    received: received && { amountMinor: String(received.amount), currency: received.currency },
    steps: topUp.steps.map(({ state, at }) => ({ state, atMs: at.getTime() })),
  };
}
