import { z } from 'zod';
import { Minor } from '../../shared/shapes.ts';
import { ExposureAnswer, FundsAnswer } from './dashboard-shapes.ts';

/** Spans in days. */
export const SPANS = ['7', '30', '90'] as const;

const Count = z.number().int();
const Day = z.string().describe('UTC date');
const Share = z.number().nullable().describe('Share of the stakes, 1 for all of them; null without stakes');
const Money = z.object({ count: Count, amountMinor: Minor });

const Play = {
  draws: Count.describe('Draws that are paid in full'),
  late: Count.describe('Draws that came more than 6 seconds after their time'),
  slips: Count,
  stakedMinor: Minor,
  wonMinor: Minor.describe('Payouts, and stakes that went back before a late draw'),
  rtp: Share.describe('Realised return to player: returns divided by stakes'),
  published: Share.describe('Return to player by the odds of each bet, weighted by its stakes'),
  low: Share.describe('Lower end of the band in which the realised return lies in 99 of 100 spans'),
  high: Share.describe('Upper end of that band'),
};

const Moment = z.object({
  day: Day,
  untilMs: Count,
  draws: Count,
  slips: Count,
  stakedMinor: Minor,
  wonMinor: Minor,
  in: Money.describe('Credited payments'),
  out: Money.describe('Paid withdrawals'),
});

const Movements = {
  in: Money.describe('Credited payments'),
  out: Money.describe('Paid withdrawals'),
  bounced: Money.describe('Paid withdrawals that the bank sent back'),
  granted: Money.describe('Starting credits'),
  sold: Money.describe('Purchases less refunds'),
  corrected: Money.describe('Corrections in favour of members less those against them'),
  staked: Money.describe('Stakes at the time of the bet'),
  paidOut: Money.describe('Payouts at the time of the payment'),
  givenBack: Money.describe('Stakes of void and day-late draws that went back'),
};

const Times = z.object({
  count: Count.describe('Cases that ended'),
  open: Count.describe('Cases that have not ended'),
  isCut: z.boolean().describe('Only the newest 5,000 are counted'),
  medianMs: Count.nullable(),
  p90Ms: Count.nullable().describe('90 % took no longer'),
});

/** A part that could not be read is null; the other parts are present. Days are UTC dates. */
export const FiguresAnswer = z.object({
  atMs: Count.describe('Time of these figures'),
  from: Day,
  to: Day.describe('Today'),
  moments: z
    .array(Moment)
    .length(3)
    .nullable()
    .describe('Today, yesterday and the same day last week, each up to the same time of day'),
  play: z
    .object({
      total: z.object(Play),
      days: z.array(z.object({ day: Day, ...Play })).describe('By the day of the lock, oldest first'),
      lotteries: z.array(z.object({ lotteryKey: z.string(), ...Play, voids: Count, overdue: Count })),
      voids: Count,
      overdue: Count.describe('Draws that are due now, neither drawn nor void'),
    })
    .nullable(),
  money: z
    .object({
      atMs: Count.describe('Time up to which postings are counted'),
      owedBeforeMinor: Minor.describe('What the house owed its members before the first day'),
      owedMinor: Minor.describe('What it owes them now'),
      ...Movements,
      days: z.array(
        z.object({ day: Day, in: Money, out: Money, owedMinor: Minor.describe('Owed at the end of the day') }),
      ),
      published: z.object({ date: Day, totalMinor: Minor }).nullable().describe('Newest liabilities in the book'),
    })
    .nullable(),
  funds: FundsAnswer,
  exposure: z.array(ExposureAnswer).nullable(),
  answers: Times.nullable().describe('From the start of a conversation to the first answer'),
  decisions: Times.nullable().describe('From the request of a reviewed withdrawal to the decision'),
});
z.globalRegistry.add(FiguresAnswer, { id: 'Figures' });

export type Figures = z.infer<typeof FiguresAnswer>;
export type FiguresPart<P extends keyof Figures> = NonNullable<Figures[P]>;
