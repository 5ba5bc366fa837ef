import type { Db } from '@tercet/server/db/pool.ts';
import { BANKS } from './house-plan.ts';

/** Adds the play house's missing banks; existing ones stay unchanged. */
export async function seedBanks(db: Db): Promise<void> {
  await db
    .insertInto('payments.bank')
    .values(BANKS.map((bank, position) => ({ ...bank, position })))
    .onConflict((on) => on.doNothing())
    .execute();
}
