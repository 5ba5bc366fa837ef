import type { Logger } from 'pino';
import { sandboxProvider } from '../adapters/payment/sandbox.ts';
import { openWebPush } from '../adapters/push.ts';
import type { Config } from '../config/config.ts';
import { isRealProvider } from '../config/payments.ts';
import { type FieldCipher, loadFieldCipher } from '../crypto/field-cipher.ts';
import { type MarkedTable, rowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { House } from '../house/house.ts';
import { payeeLockedUntil } from '../members/account/recovery-requests.ts';
import { depositCapsOf } from '../members/limits/deposit-caps.ts';
import { notifyMember } from '../members/messages/messages.ts';
import type { PushDeps } from '../members/messages/push.ts';
import { realNameOf } from '../members/persons/persons.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import type { PaymentProvider } from '../payments/provider/provider.ts';
import { createWalArchive, readArchivedLog } from '../payments/wal-archive.ts';
import { throttleFaults } from '../process/log-throttle.ts';
import { peopleOf } from '../staff/two-people.ts';

/** Opens payments for the API and the jobs. Logs unmatched provider events. */
export async function openWallet(config: Config, db: Db, house: House, log?: Logger): Promise<PaymentsDeps> {
  const cipher = await loadFieldCipher(config.keysDir);
  const macs = rowMacs(cipher, tellingOfForged(log));
  return {
    db,
    provider: await openProvider(config, house),
    cipher,
    macs,
    walArchive: createWalArchive({ readLog: () => readArchivedLog(db), nowMs: () => performance.now() }),
    tell: notifyMember,
    memberCaps: depositCapsOf,
    payeeLockedUntil,
    people: peopleOf(macs),
    money: { currency: house.currency, exponent: house.exponent },
    refusesCreditCards: config.creditCards === 'refused',
    nameOf: realNameOf,
    onUnmatched: (eventId, outcome) => log?.warn({ eventId, outcome }, 'unmatched provider event'),
  };
}

/** Logs each table once. The metric `tercet_staff_rows_forged` counts the rows. */
function tellingOfForged(log?: Logger): (table: MarkedTable) => void {
  const reported = new Set<MarkedTable>();
  return (table) => {
    if (!reported.has(table)) log?.error({ table }, 'row with an invalid MAC ignored');
    reported.add(table);
  };
}

/** Opens web push for the API and the jobs. */
export async function openPush(
  { keysDir, push }: Config,
  db: Db,
  cipher: FieldCipher,
  log?: Logger,
): Promise<PushDeps> {
  const say = throttleFaults((host, why) => log?.warn({ host, why }, 'push service refuses messages'));
  const sender = await openWebPush({ keysDir, subject: push.subject, onFailed: say });
  return { db, cipher, sender, moreHosts: push.moreHosts };
}

/** Creates the missing keys that `openWallet` and `openPush` read. */
export async function makeWalletKeys(keysDir: string): Promise<void> {
  await loadFieldCipher(keysDir);
  await openWebPush({ keysDir, subject: 'https://tercet.example' });
}

/**
 * The configured provider, or null for none. Throws an error of one line if it does not suit the house. Play credits
 * never use a provider that moves money, and real money never uses the sandbox. A real provider is loaded only in a
 * live house.
 */
export async function openProvider(
  { payments }: Pick<Config, 'payments'>,
  house: House,
): Promise<PaymentProvider | null> {
  if (house.mode === 'play') {
    if (payments.kind === 'none') return null;
    if (payments.kind === 'sandbox') return sandboxProvider(payments);
    throw new Error(
      `this house plays for credits: TERCET_PAYMENTS=${payments.kind} moves real money and is not for it`,
    );
  }
  if (!isRealProvider(payments)) {
    throw new Error('a live house needs a real payment provider: TERCET_PAYMENTS=adyen, TERCET_ADYEN_ENVIRONMENT=live');
  }
  const { adyenProvider } = await import('../adapters/payment/adyen.ts');
  return adyenProvider(payments, house);
}
