import type { z } from 'zod';
import { type IdentityFault, identityFault } from '../../../identity-checks/admission.ts';
import { isClosing } from '../../../members/account/closures.ts';
import { fundsToAcknowledge } from '../../../members/account/funds-acknowledgements.ts';
import { readWallet, type Wallet } from '../../../payments/wallet.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { WalletAnswer } from '../../shared/wallet-shapes.ts';
import { type Readiness, readReadiness } from '../account/readiness.ts';
import type { MemberDeps } from '../deps.ts';

/** Quick amounts of a top-up, in major units of the currency. */
const QUICK_UNITS = [10n, 50n, 100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n];
const QUICK_MAX = 6;

export function walletRoute(http: Http, deps: Pick<MemberDeps, 'members' | 'payments'>): void {
  const { members, payments } = deps;
  const { provider, db, money } = payments;
  http.route({
    method: 'GET',
    url: '/api/me/wallet',
    config: { access: 'restricted', readCost: 3 },
    schema: {
      tags: ['wallet'],
      summary: 'Amounts that can be topped up and withdrawn now, and what is still needed',
      response: { 200: WalletAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const wallet = await readWallet(payments, identity);
      const ready = await readReadiness(db, identity);
      const closing = await isClosing(db, identity);
      const unknown = await identityFault(db, identity);
      const fundsVersion = await fundsToAcknowledge(db, identity, members.house.funds);
      const around = { ready, closing, unknown, fundsVersion };
      return inJson(wallet, { ...around, provider: provider?.name ?? '', exponent: money.exponent });
    },
  });
}

interface Around {
  ready: Readiness;
  closing: boolean;
  /** Missing part of the identity that blocks a top-up; it blocks nothing else on this page. */
  unknown: IdentityFault | null;
  /** Version of the funds statement that a top-up needs acknowledged first; null if none. */
  fundsVersion: string | null;
  provider: string;
  exponent: number;
}

function inJson(wallet: Wallet, around: Around): z.infer<typeof WalletAnswer> {
  const { ready, closing, unknown, fundsVersion, provider, exponent } = around;
  const { rule, room } = wallet;
  const reason = reasonOf(wallet, closing, unknown);
  return {
    availableMinor: String(wallet.available),
    heldMinor: String(wallet.held),
    netDepositsMinor: String(wallet.netDeposits),
    ready,
    topUp: {
      open: reason === null,
      reason,
      minMinor: String(room?.min ?? rule.topUpMin),
      maxMinor: String(room?.max ?? 0n),
      quickMinor: room === null ? [] : quickOf(room, 10n ** BigInt(exponent)),
      provider,
      fundsVersion,
    },
    withdrawal: {
      minMinor: String(rule.withdrawalMin),
      maxMinor: String(rule.withdrawalMax),
      perDay: rule.withdrawalsPerDay,
      leftToday: wallet.withdrawalsLeftToday,
      usualSeconds: rule.usualSeconds,
      fastestSeconds: rule.fastestSeconds,
      feeMinor: '0',
      reviewFromMinor: String(rule.reviewFrom),
    },
    closing,
  };
}

function reasonOf({ moneyInClosed, room }: Wallet, closing: boolean, unknown: IdentityFault | null): string | null {
  if (closing) return 'closing';
  if (moneyInClosed !== null) return moneyInClosed;
  if (unknown !== null) return unknown;
  return room === null ? 'provider-unavailable' : null;
}

function quickOf({ min, max }: { min: bigint; max: bigint }, unit: bigint): string[] {
  const amounts = QUICK_UNITS.map((units) => units * unit).filter((amount) => amount >= min && amount <= max);
  return amounts.slice(0, QUICK_MAX).map(String);
}
