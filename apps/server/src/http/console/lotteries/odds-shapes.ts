import { BETS, openTime } from '@tercet/fair';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { LotteryPreview } from '../../../draw/tables/new-lottery.ts';
import { type BetPreview, previewTable, withOdds } from '../../../draw/tables/preview-table.ts';
import { newestTable, oddsOf } from '../../../draw/tables/proposed-table.ts';
import { earliestPeriod, RTP_BAND } from '../../../draw/tables/publish-table.ts';
import { TABLE_FAULTS } from '../../../draw/tables/table-faults.ts';
import { amountInReach } from '../../../payments/rules/rule.ts';
import { BetCode } from '../../shared/shapes.ts';

/** A whole amount in minor units, without a sign and shorter than any card number. */
export const TypedMinor = z.string().regex(/^(0|[1-9]\d{0,11})$/);

const Multiplier = z.number().int().min(1).max(100_000_000);

/** The changeable part of an odds table. */
export const OddsBody = z.strictObject({
  multipliers: z
    .partialRecord(z.enum(BETS), z.union([Multiplier, z.array(Multiplier).length(3)]))
    .describe(
      'In 1/10 000, the stake included. Three for n1 to n6 (exactly one, two and three matching dice), otherwise one. Must name exactly the bets of the layout',
    ),
  stakeMinMinor: TypedMinor,
  stakeMaxMinor: TypedMinor,
  slipMaxMinor: TypedMinor,
  memberCapMinor: TypedMinor.describe('Largest loss of the house to one member in a period'),
  periodCapMinor: TypedMinor.describe('Largest loss of the house to all members in a period'),
  minBalanceMinor: TypedMinor,
});

const FractionAnswer = z.object({ num: z.string(), den: z.string() });

export const PreviewAnswer = z.object({
  bets: z.array(
    z.object({
      bet: BetCode,
      multipliers: z.array(z.number().int()).describe('Three for n1 to n6, otherwise one'),
      ways: z.array(z.number().int()).describe('Outcomes of 216 on which each of `multipliers` is paid'),
      chance: FractionAnswer,
      rtp: FractionAnswer.describe('Return to player for a stake without rounding'),
      rtpAtSmallest: FractionAnswer.describe('Return to player at the smallest stake, rounding down included'),
      inBand: z.boolean(),
    }),
  ),
  fault: z
    .object({
      code: z.enum(TABLE_FAULTS),
      bet: BetCode.nullable().describe('Bet with the fault; null if the fault is in the table'),
    })
    .nullable()
    .describe('Reason for which the table cannot be published; null if it can'),
  opensAtMs: z
    .number()
    .int()
    .nullable()
    .describe('Opening time of the first period to which it would apply if it was confirmed now; null if it cannot'),
  band: z.object({ min: z.number().int(), max: z.number().int() }).describe('Permitted return of a bet, in 1/10 000'),
});
z.globalRegistry.add(PreviewAnswer, { id: 'TablePreview' });

/** The newest table of a lottery with other odds. Throws `not-found`, `table-bad` for a retired lottery. */
export async function previewOf(q: Db | Tx['q'], key: string, body: z.infer<typeof OddsBody>): Promise<LotteryPreview> {
  const before = await newestTable(q, key);
  const entry = withOdds(before, oddsOf(body));
  return { ...previewTable({ entry, before }, await amountInReach(q)), entry };
}

export async function answerPreview(
  q: Db | Tx['q'],
  { bets, fault, entry }: LotteryPreview,
): Promise<z.infer<typeof PreviewAnswer>> {
  const band = { min: Number(RTP_BAND.min), max: Number(RTP_BAND.max) };
  const isSound = entry !== null && fault === null;
  const opensAtMs = isSound ? openTime(await earliestPeriod(q, entry), Number(entry.period_seconds)) * 1_000 : null;
  return { bets: bets.map(answerBet), fault, band, opensAtMs };
}

function answerBet({ chance, rtp, rtpAtSmallest, ...same }: BetPreview) {
  return { ...same, chance: inText(chance), rtp: inText(rtp), rtpAtSmallest: inText(rtpAtSmallest) };
}

function inText({ num, den }: { num: bigint; den: bigint }): z.infer<typeof FractionAnswer> {
  return { num: String(num), den: String(den) };
}
