import { createHash } from 'node:crypto';
import { behaviourOf } from './cards.ts';
import { No } from './no.ts';
import type { Payout, State } from './state.ts';
import type { Queue } from './webhooks.ts';

export interface PayoutAsk {
  reference: string;
  amountMinor: string;
  currency: string;
  to: { kind: 'card'; token: string } | { kind: 'iban'; iban: string };
}

export interface MoneyOut {
  /** Accepts a payout. Repeated calls return the same payout. */
  accept(ask: PayoutAsk): Payout;
  byReference(reference: string): Payout;
  /** Settles it now. A paid one can only be returned. */
  settle(payout: Payout, outcome: 'paid' | 'failed' | 'returned'): void;
  /** Money paid out and not returned, in one currency. */
  gone(currency: string): bigint;
  tick(): void;
}

export function moneyOut(state: State, queue: Queue): MoneyOut {
  const waiting = new Set(
    state
      .all('payout')
      .filter(isWaiting)
      .map(({ reference }) => reference),
  );

  function save(payout: Payout): void {
    state.put('payout', payout.reference, payout);
    if (isWaiting(payout)) waiting.add(payout.reference);
    else waiting.delete(payout.reference);
  }

  function byReference(reference: string): Payout {
    const payout = state.get('payout', reference);
    if (!payout) throw new No(404, 'no such payout');
    return payout;
  }

  function settle(payout: Payout, outcome: 'paid' | 'failed' | 'returned'): void {
    const { reference, providerRef, currency } = payout;
    const from = outcome === 'returned' ? 'paid' : 'accepted';
    if (payout.state !== from) throw new No(409, `it is ${payout.state}`);
    if (outcome === 'paid') {
      const dueAtMs = state.nowMs() + state.settings().returnSeconds * 1_000;
      save({ ...payout, state: 'paid', executed: payout.executed + 1, dueAtMs });
      const traceRef = traceRefOf(reference);
      queue.add({ kind: 'paid-out', reference, providerRef, amount: payout.amountMinor, currency, traceRef });
    } else {
      save({ ...payout, state: outcome });
      queue.add({ kind: outcome, reference, providerRef });
    }
  }

  return {
    accept(ask) {
      const { reference, amountMinor, currency } = ask;
      const known = state.get('payout', reference);
      if (known && (known.amountMinor !== amountMinor || known.currency !== currency))
        throw new No(409, 'this reference stands for another amount');
      const payout = known ?? newPayout(state, ask);
      save({ ...payout, asked: payout.asked + 1 });
      return payout;
    },
    byReference,
    settle,
    gone: (currency) =>
      state
        .all('payout')
        .filter((payout) => payout.currency === currency && payout.state === 'paid')
        .reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n),
    tick() {
      const nowMs = state.nowMs();
      for (const reference of waiting) {
        const payout = byReference(reference);
        if (payout.dueAtMs > nowMs) continue;
        if (payout.state === 'paid') settle(payout, 'returned');
        else settle(payout, payout.behaviour === 'fails' ? 'failed' : 'paid');
      }
    },
  };
}

/** A made-up acquirer reference: 23 digits, the same for each message about a payout. */
function traceRefOf(reference: string): string {
  const hash = createHash('sha256').update(reference).digest('hex');
  return BigInt(`0x${hash}`).toString().slice(0, 23);
}

/** Of an IBAN only the last characters are kept. */
function newPayout(state: State, { reference, amountMinor, currency, to }: PayoutAsk): Payout {
  const [least, most] = state.settings().payoutSeconds;
  const seconds = least + Math.random() * (most - least);
  const { behaviour, last4 } = to.kind === 'card' ? tokenOf(state, to.token) : ofIban(to.iban);
  return {
    reference,
    providerRef: `out_${state.idOf('payout', reference)}`,
    amountMinor,
    currency,
    kind: to.kind,
    last4,
    behaviour,
    state: 'accepted',
    asked: 0,
    executed: 0,
    dueAtMs: state.nowMs() + Math.round(seconds * 1_000),
  };
}

function tokenOf(state: State, token: string) {
  const found = state.get('token', token);
  if (!found) throw new No(404, 'no such token');
  return found;
}

function ofIban(iban: string) {
  const last4 = iban.replaceAll(' ', '').slice(-4);
  return { behaviour: behaviourOf(last4), last4 };
}

function isWaiting({ state, behaviour }: Payout): boolean {
  return state === 'accepted' || (state === 'paid' && behaviour === 'returns');
}
