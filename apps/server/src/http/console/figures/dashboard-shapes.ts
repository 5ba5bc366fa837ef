import { z } from 'zod';
import { Minor } from '../../shared/shapes.ts';
import { QueuesAnswer } from './queues.ts';

const Path = z.string().describe('The call that lists what it is the sum of');
const Lag = z.object({ middleMs: z.number().int(), slowestMs: z.number().int() }).nullable();
const Money = z.object({ count: z.number().int(), amountMinor: Minor, path: Path });

const Today = z
  .object({
    day: z.string(),
    joined: z.object({ count: z.number().int(), path: Path }),
    stakes: Money.describe('Slips of draws that were drawn and paid today, by the day of their lock'),
    wins: Money.describe('What those draws paid back'),
    in: Money.describe('Payments that were credited'),
    out: Money.describe('Withdrawals that were paid'),
  })
  .describe('In UTC');

const Liabilities = z.object({
  published: z
    .object({ date: z.string(), totalMinor: Minor, members: z.number().int(), path: Path })
    .nullable()
    .describe('What the house owed its members at the last snapshot, as the book has it'),
  onTheWay: Money.describe('Withdrawals that have not ended; they are part of what is owed'),
});

const Funds = z.object({
  state: z
    .enum(['known', 'none', 'unknown'])
    .describe('`none`: the house has no payment provider; `unknown`: it did not say, or not within two seconds'),
  amountMinor: Minor.nullable().describe('What the payment provider says it holds for the house'),
  atMs: z.number().int().nullable().describe('When it was so'),
});

const Exposure = z.object({
  lotteryKey: z.string(),
  period: z.number().int(),
  atRiskMinor: Minor.describe('The most that the house may lose in the open period as the bets stand'),
  capMinor: Minor,
  path: Path,
});

const Health = z.object({
  lotteryKey: z.string(),
  draws: z.number().int(),
  voids: z.number().int().describe('Void draws of the same span'),
  seal: Lag.describe('From the lock to the seal'),
  beacon: Lag.describe('From the beacon’s time to the draw'),
  settle: Lag.describe('From the draw until everything was paid'),
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
  funds: Funds,
  exposure: z.array(Exposure).nullable(),
  health: z.array(Health).nullable(),
  queues: QueuesAnswer.nullable(),
  series: z.array(Day).nullable(),
});
z.globalRegistry.add(DashboardAnswer, { id: 'Dashboard' });

export type Dashboard = z.infer<typeof DashboardAnswer>;
/** A part of the dashboard that was read. */
export type PartOf<P extends keyof Dashboard> = NonNullable<Dashboard[P]>;
