import { z } from 'zod';
import { Minor } from '../../shared/shapes.ts';

const Path = z.string().describe('Endpoint that lists the items of this sum');
const Lag = z.object({ middleMs: z.number().int(), slowestMs: z.number().int() }).nullable();
const Money = z.object({ count: z.number().int(), amountMinor: Minor, path: Path });

const Today = z
  .object({
    day: z.string(),
    joined: z.object({ count: z.number().int(), path: Path }),
    stakes: Money.describe('Stakes of draws that locked today and are paid'),
    wins: Money.describe('Payouts of those draws'),
    in: Money.describe('Credited payments'),
    out: Money.describe('Paid withdrawals'),
  })
  .describe('Day, in UTC');

const Liabilities = z.object({
  published: z
    .object({ date: z.string(), totalMinor: Minor, members: z.number().int(), path: Path })
    .nullable()
    .describe('Liabilities to members at the last published snapshot'),
  onTheWay: Money.describe('Open withdrawals; the liabilities include them'),
});

export const FundsAnswer = z.object({
  state: z
    .enum(['known', 'none', 'unknown'])
    .describe('`none`: the house has no payment provider; `unknown`: the provider gave no answer within two seconds'),
  amountMinor: Minor.nullable().describe('Balance of the house at the payment provider'),
  atMs: z.number().int().nullable().describe('Time of that balance'),
});

export const ExposureAnswer = z.object({
  lotteryKey: z.string(),
  period: z.number().int(),
  atRiskMinor: Minor.describe('Largest possible loss of the house on the current bets of the open period'),
  capMinor: Minor,
  path: Path,
});

const Health = z.object({
  lotteryKey: z.string(),
  draws: z.number().int(),
  voids: z.number().int().describe('Void draws in the same time range'),
  seal: Lag.describe('Delay from the lock to the seal, in ms'),
  beacon: Lag.describe('Delay from the beacon round to the draw, in ms'),
  settle: Lag.describe('Delay from the draw to the last payout, in ms'),
  path: Path,
});

const Day = z.object({
  day: z.string(),
  joined: z.number().int(),
  draws: z.number().int(),
  slips: z.number().int(),
  stakedMinor: Minor,
  wonMinor: Minor,
  inMinor: Minor,
  outMinor: Minor,
});

/** A part that could not be read is null; the other parts are present. */
export const DashboardAnswer = z.object({
  atMs: z.number().int(),
  today: Today.nullable(),
  liabilities: Liabilities.nullable(),
  funds: FundsAnswer,
  exposure: z.array(ExposureAnswer).nullable(),
  health: z.array(Health).nullable(),
  series: z.array(Day).nullable(),
});
z.globalRegistry.add(DashboardAnswer, { id: 'Dashboard' });

export type Dashboard = z.infer<typeof DashboardAnswer>;
/** A part of the dashboard that was read. */
export type PartOf<P extends keyof Dashboard> = NonNullable<Dashboard[P]>;
