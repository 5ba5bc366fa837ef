import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { House } from './house/house.ts';
import { tellMember } from './members/messages.ts';
import type { PaymentsDeps } from './payments/deps.ts';
import { loadSealer } from './sealed.ts';

/** What moves money in and out, for the API and the jobs alike. */
export async function openWallet(config: Config, db: Db, house: House): Promise<PaymentsDeps> {
  return {
    db,
    provider: null,
    sealer: await loadSealer(config.keysDir),
    tell: tellMember,
    money: { currency: house.currency, exponent: house.exponent },
  };
}
