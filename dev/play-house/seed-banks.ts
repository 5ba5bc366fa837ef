import type { Db } from '@tercet/server/db/pool.ts';
import { BANKS } from './house-plan.ts';

/** The banks of the play house; those that are there stay as they are. */
export async function seedBanks(db: Db): Promise<void> {
  await db
    .insertInto('payments.bank')
    .values(BANKS.map((bank, position) => ({ ...bank, position })))
    .onConflict((on) => on.doNothing())
    .execute();
}
