import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import { type Period, periodStateOf } from '../periods.ts';
import { isSigned } from '../settlement/pay-cause.ts';

/** Most unverified offers per draw. Verifying one takes the draw some milliseconds. */
const OFFERS_MAX = 8;

export type OfferAnswer = 'taken' | 'not-due' | 'drawn' | 'too-many';

/**
 * Stores a claimed signature of the draw's round for verification. An offer cannot change the outcome: it is the
 * round's signature or invalid.
 */
export async function offerSignature(db: Db, period: Period, signature: string): Promise<OfferAnswer> {
  return transaction(db, async (tx) => {
    const periodState = await periodStateOf(tx, period);
    if (periodState.drawn) return 'drawn';
    if (periodState.void || !periodState.sealedInTime || (await databaseNowMs(tx.q)) < period.draws * 1_000)
      return 'not-due';
    if ((await offersOf(tx.q, period)).length >= OFFERS_MAX) return 'too-many';
    await sql`
      insert into draw.offer (lottery_id, period, signature, at)
      values (${period.lottery.id}::smallint, ${period.period}::bigint, ${Buffer.from(signature, 'hex')}, clock.now())
      on conflict do nothing`.execute(tx.q);
    return 'taken';
  });
}

/** The valid signature among a draw's offers. Null without one. Removes invalid offers. */
export async function signatureOffered(db: Db, period: Period): Promise<string | null> {
  for (const offered of await offersOf(db, period)) {
    const signature = offered.toString('hex');
    if (isSigned(period, signature)) return signature;
    await forget(db, period, offered);
  }
  return null;
}

async function offersOf(q: Db | Tx['q'], period: Period): Promise<Buffer[]> {
  const rows = await q
    .selectFrom('draw.offer')
    .select('signature')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .orderBy('at')
    .limit(OFFERS_MAX)
    .execute();
  return rows.map((row) => row.signature);
}

/** Deletes the offers of a finished draw. */
export async function forgetOffers(db: Db, period: Period): Promise<void> {
  await db
    .deleteFrom('draw.offer')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .execute();
}

async function forget(db: Db, period: Period, signature: Buffer): Promise<void> {
  await db
    .deleteFrom('draw.offer')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .where('signature', '=', signature)
    .execute();
}
