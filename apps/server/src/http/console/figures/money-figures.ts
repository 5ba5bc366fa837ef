import { beginConsistentRead } from '../../../db/consistent-read.ts';
import type { Db } from '../../../db/pool.ts';
import {
  dayTotalsAt,
  type Movements,
  movementsOf,
  owedBefore,
  owedChange,
  readDayTotals,
} from '../../../ledger/day-totals.ts';
import { readLiabilities } from '../../../ledger/liabilities/read.ts';
import type { FiguresPart } from './figures-shapes.ts';

type Money = FiguresPart<'money'>;

/** Money of some days by the time of posting, and what the house owes. All sums belong to one state of the ledger. */
export async function moneyOf(db: Db, days: readonly string[]): Promise<Money> {
  const read = await beginConsistentRead(db);
  try {
    const [from = '', to = ''] = [days[0], days.at(-1)];
    const at = await dayTotalsAt(read.q);
    const before = await owedBefore(read.q, from);
    const totals = await readDayTotals(read.q, { from, to });
    const last = await readLiabilities(read.q);
    let owed = before;
    const perDay = days.map((day) => {
      const own = totals.filter(({ date }) => date === day);
      owed += owedChange(own);
      const { in: came, out } = answerMovements(movementsOf(own));
      return { day, in: came, out, owedMinor: String(owed) };
    });
    return {
      atMs: at.getTime(),
      owedBeforeMinor: String(before),
      owedMinor: String(owed),
      ...answerMovements(movementsOf(totals)),
      days: perDay,
      published: last && { date: last.date, totalMinor: String(last.totalMinor) },
    };
  } finally {
    await read.end();
  }
}

type Answered = Pick<
  Money,
  'in' | 'out' | 'bounced' | 'granted' | 'sold' | 'corrected' | 'staked' | 'paidOut' | 'givenBack'
>;

function answerMovements(movements: Movements): Answered {
  const of = ({ amount, count }: Movements[keyof Movements]) => ({ count, amountMinor: String(amount) });
  return {
    in: of(movements.in),
    out: of(movements.out),
    bounced: of(movements.bounced),
    granted: of(movements.granted),
    sold: of(movements.sold),
    corrected: of(movements.corrected),
    staked: of(movements.staked),
    paidOut: of(movements.paidOut),
    givenBack: of(movements.givenBack),
  };
}
