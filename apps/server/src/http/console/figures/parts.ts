import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../../db/pool.ts';
import { openExposure } from '../../../draw/settlement/draw-statistics.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import type { KnownFunds } from '../../../payments/provider/funds.ts';
import type { Dashboard, PartOf } from './dashboard-shapes.ts';

/** Returns a reader of one part. A failure is logged and gives null, so that the other parts are shown. */
export function partsWith<Name extends string>(log: FastifyBaseLogger) {
  return async <T>(name: Name, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      log.error({ err: error, part: name }, 'part of the figures could not be read');
      return null;
    }
  };
}

export function answerFunds(funds: KnownFunds): Dashboard['funds'] {
  const { state } = funds;
  if (state !== 'known') return { state, amountMinor: null, atMs: null };
  return { state, amountMinor: String(funds.amount), atMs: funds.atMs };
}

export async function exposureOf(db: Db, catalogue: Catalogue, atMs: number): Promise<PartOf<'exposure'>> {
  return (await openExposure(db, catalogue, atMs)).map(({ lotteryKey, period, atRisk, cap }) => ({
    ...{ lotteryKey, period },
    atRiskMinor: String(atRisk),
    capMinor: String(cap),
    path: `/api/lotteries/${lotteryKey}`,
  }));
}
