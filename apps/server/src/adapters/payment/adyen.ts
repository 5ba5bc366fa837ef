import {
  BalancePlatformAPI,
  CheckoutAPI,
  Client,
  Config,
  EnvironmentEnum,
  TransfersAPI,
  Types,
} from '@adyen/api-library';
import { DAY_MS } from '../../durations.ts';
import { type PaymentProvider, type PayoutAsk, ProviderFailure } from '../../payments/provider/provider.ts';
import { type AdyenSender, readMessage, transferEvents } from './adyen-events.ts';
import { boundedClient, callAdyen } from './adyen-http.ts';
import { fromAdyen, type HouseMoney, toAdyen } from './adyen-money.ts';

export interface AdyenPlace extends AdyenSender {
  apiKey: string;
  payoutApiKey: string;
  payoutPriority: 'regular' | 'fast' | 'instant' | 'wire' | 'crossBorder';
  livePrefix: string | null;
}

export interface AdyenOptions {
  /** Maps an Adyen endpoint to its address; tests point it at a server of their own. */
  reach?: (endpoint: string) => string;
  /** Unix milliseconds. */
  now?: () => number;
}

/** Adyen lists at most six months at once. */
const LOOK_BACK_MS = 150 * DAY_MS;
/**
 * Direct debits, by docs.adyen.com/payment-methods/payment-method-types. After Adyen's authorisation the bank may
 * refuse for days, and the payer may reclaim the money for weeks without a reason.
 */
const NOT_FINAL = ['sepadirectdebit', 'ach', 'directdebit_GB'];
/** Adyen's codes of the club's languages; English for the others. */
const LOCALES: Readonly<Record<string, string>> = {
  ar: 'ar',
  ko: 'ko-KR',
  en: 'en-US',
  es: 'es-ES',
  'zh-Hant': 'zh-TW',
  ja: 'ja-JP',
};

/**
 * Adyen by its own library: hosted checkout (Checkout API, sessions), refunds, and payouts to bank accounts (Transfers
 * API). The house's funds are the balance account's settled balance (Configuration API). Payouts to cards are not
 * supported: Adyen has no card frame that works without its scripts in our page. The Checkout API cannot report a
 * session's state, so only Adyen can repeat a lost message about a top-up.
 */
export function adyenProvider(place: AdyenPlace, house: HouseMoney, options: AdyenOptions = {}): PaymentProvider {
  const { reach = (endpoint: string) => endpoint, now = Date.now } = options;
  const { merchantAccount, balanceAccount } = place;
  const { PaymentsApi, ModificationsApi } = new CheckoutAPI(clientOf(place, place.apiKey, reach));
  const { TransfersApi } = new TransfersAPI(clientOf(place, place.payoutApiKey, reach));
  const { BalanceAccountsApi } = new BalancePlatformAPI(clientOf(place, place.payoutApiKey, reach));

  async function transfersOf(reference: string): Promise<Types.transfers.TransferData[]> {
    const [since, until] = [new Date(now() - LOOK_BACK_MS), new Date(now() + DAY_MS)];
    const page = await callAdyen('question', 'transfers', () =>
      TransfersApi.getAllTransfers(since, until, undefined, undefined, balanceAccount, undefined, reference),
    );
    return (page.data ?? []).filter((transfer) => transfer.reference === reference);
  }

  return {
    name: 'adyen',
    isReal: place.environment === 'live',
    cardOrigin: null,
    limits: { min: 1n, max: 99_999_999_999n },
    async createCheckout(ask) {
      const { Hosted } = Types.checkout.CreateCheckoutSessionRequest.ModeEnum;
      const { Web } = Types.checkout.CreateCheckoutSessionRequest.ChannelEnum;
      const locale = LOCALES[ask.locale];
      const session = {
        merchantAccount,
        amount: toAdyen(ask),
        reference: ask.reference,
        returnUrl: ask.returnUrl,
        expiresAt: new Date(ask.expiresAtMs),
        mode: Hosted,
        channel: Web,
        captureDelayHours: 0,
        blockedPaymentMethods: NOT_FINAL,
        ...(locale === undefined ? {} : { shopperLocale: locale }),
      };
      const { id, url } = await callAdyen('order', 'sessions', () =>
        PaymentsApi.sessions(session, { idempotencyKey: ask.reference }),
      );
      if (!id || !url) throw new ProviderFailure('Adyen opened no page: hosted checkout may not be enabled');
      return { checkoutRef: id, url };
    },
    readWebhook: (message) => readMessage(message, place, house),
    async lookUp(what, reference) {
      if (what === 'top-up') return [];
      return (await transfersOf(reference)).flatMap((transfer) => transferEvents(transfer, place, house));
    },
    // Adyen's references are sixteen upper-case letters and digits.
    spellPayment: (typed) => (/^[a-z0-9]{16}$/i.test(typed) ? typed.toUpperCase() : typed),
    async refund(ask) {
      const refund = { merchantAccount, amount: toAdyen(ask), reference: ask.reference };
      await callAdyen('order', 'refunds', () =>
        ModificationsApi.refundCapturedPayment(ask.providerRef, refund, { idempotencyKey: ask.reference }),
      );
    },
    async payout(ask) {
      const transfer = transferOf(ask, place);
      // Adyen forgets an idempotency key after a week, but keeps the transfer. Look it up first.
      const [known] = await transfersOf(ask.reference);
      const { id } =
        known ??
        (await callAdyen('order', 'payout', () =>
          TransfersApi.transferFunds(transfer, { idempotencyKey: ask.reference }),
        ));
      if (!id) throw new ProviderFailure('Adyen took a payout without naming it');
      return { providerRef: id };
    },
    openCardField() {
      return Promise.reject(new ProviderFailure('Adyen takes no cards for payouts here', { final: true }));
    },
    readToken: () => Promise.resolve(null),
    async funds({ currency }) {
      const account = await callAdyen('question', 'balance account', () =>
        BalanceAccountsApi.getBalanceAccount(balanceAccount),
      );
      return { amount: settledOf(account, currency, house), atMs: now() };
    },
  };
}

function clientOf(place: AdyenPlace, apiKey: string, reach: (endpoint: string) => string): Client {
  const isLive = place.environment === 'live';
  const config = new Config({
    apiKey,
    environment: isLive ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
    ...(place.livePrefix === null ? {} : { liveEndpointUrlPrefix: place.livePrefix }),
  });
  return new Client(config, boundedClient(reach));
}

/**
 * The settled balance in the house's units. Adyen lists the account's default currency and all others that are not
 * zero.
 */
function settledOf(
  { id, balances }: Types.balancePlatform.BalanceAccount,
  currency: string,
  house: HouseMoney,
): bigint {
  if (!id || !Array.isArray(balances)) throw new ProviderFailure('Adyen answered without the balances of the account');
  const held = balances.find((balance) => balance.currency === currency);
  if (held === undefined) return 0n;
  if (!Number.isSafeInteger(held.balance)) throw new ProviderFailure('Adyen answered with a balance that is no amount');
  const money = fromAdyen({ value: held.balance, currency }, house);
  if (money.currency !== currency) throw new ProviderFailure('Adyen holds an amount that the house cannot write');
  return money.amount;
}

function transferOf(ask: PayoutAsk, { balanceAccount, payoutPriority }: AdyenPlace): Types.transfers.TransferInfo {
  if (ask.to.kind !== 'iban') throw new ProviderFailure('Adyen sends to bank accounts alone here', { final: true });
  const { CategoryEnum } = Types.transfers.TransferInfo;
  const { TypeEnum } = Types.transfers.IbanAccountIdentification;
  return {
    amount: toAdyen(ask),
    balanceAccountId: balanceAccount,
    category: CategoryEnum.Bank,
    counterparty: {
      bankAccount: {
        accountHolder: { fullName: ask.holder },
        accountIdentification: { type: TypeEnum.Iban, iban: ask.to.iban },
      },
    },
    priority: payoutPriority as Types.transfers.TransferInfo.PriorityEnum,
    reference: ask.reference,
    referenceForBeneficiary: ask.reference.replaceAll('-', ''),
    description: 'Withdrawal',
  };
}
