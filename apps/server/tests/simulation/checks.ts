import { BETS, payoutOnDice, type Stake } from '@tercet/fair';
import type { Club, OpenTable } from '../kit/club.ts';
import type { Act, SimMember } from './member.ts';
import type { SimProvider } from './provider.ts';

/** All deviations from the rules, as texts. The provider's own records and the answers to members are the reference. */
export async function faultsOf(
  club: Club,
  table: OpenTable,
  provider: SimProvider,
  members: readonly SimMember[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const member of members) {
    const rows = await rowsOf(club, member);
    faults.push(
      ...actFaults(member, rows),
      ...moneyFaults(rows, provider),
      ...slipFaults(table, rows),
      ...balanceFaults(rows),
    );
  }
  return faults;
}

interface Rows {
  balance: Record<'available' | 'held' | 'play' | 'cash' | 'sales' | 'correction' | 'issue' | 'version', string>;
  summed: Record<'available' | 'held' | 'cash' | 'version', string>;
  transfers: { ref: string; kind: string; amount: string }[];
  topUps: { id: string; amount: string; state: string }[];
  payments: { id: string; top_up_id: string; provider_ref: string; amount: string; state: string }[];
  withdrawals: { id: string; amount: string; state: string }[];
  slips: {
    id: string;
    key: string;
    total: string;
    stakes: (string | null)[];
    dice: number[] | null;
    is_void: boolean;
  }[];
}

async function rowsOf(club: Club, { identity }: SimMember): Promise<Rows> {
  const of = 'where t.bucket = $1 and t.member_id = $2';
  const all = (from: string) => `(select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (${from}) t)`;
  const { rows } = await club.owner.query(
    `select
      (select to_jsonb(t) from (select available::text, held::text, play::text, cash::text, sales::text,
        correction::text, issue::text, version::text from ledger.balance t ${of}) t) as balance,
      (select to_jsonb(t) from (select count(*)::text as version,
        coalesce(sum(ledger.delta('available', debit, credit, amount)), 0)::text as available,
        coalesce(sum(ledger.delta('held', debit, credit, amount)), 0)::text as held,
        coalesce(sum(ledger.delta('cash', debit, credit, amount)), 0)::text as cash
        from ledger.transfer t ${of}) t) as summed,
      ${all(`select ref, kind, amount::text from ledger.transfer t ${of}`)} as transfers,
      ${all(`select id, amount::text, state from payments.top_up t ${of}`)} as "topUps",
      ${all(`select id, top_up_id, provider_ref, amount::text, state from payments.payment t ${of}`)} as payments,
      ${all(`select id, amount::text, state from payments.withdrawal t ${of}`)} as withdrawals,
      ${all(`select t.id, t.key, t.total::text, t.stakes::text[] as stakes, d.dice, v.period is not null as is_void
        from lottery.slip t left join draw.draw d using (lottery_id, period)
        left join draw.void v using (lottery_id, period) ${of}`)} as slips`,
    [identity.bucket, identity.memberId],
  );
  return rows[0];
}

/** Checks that acknowledged acts exist with their amounts, and that each key was used once. */
function actFaults({ acts }: SimMember, rows: Rows): string[] {
  const found = {
    'top-up': new Map(rows.topUps.map(({ id, amount }) => [id, amount])),
    withdrawal: new Map(rows.withdrawals.map(({ id, amount }) => [id, amount])),
    slip: new Map(rows.slips.map(({ id, total }) => [id, total])),
  };
  const faults = acts.flatMap(({ kind, key, amount, told: reported }) => {
    if (reported === null || !('id' in reported)) return [];
    const stored = found[kind].get(reported.id);
    return stored === String(amount)
      ? []
      : [`${kind} ${key} of ${amount} was acknowledged and is ${stored ?? 'not there'}`];
  });
  const wanted = (kind: Act['kind']) => acts.filter((act) => act.kind === kind).length;
  for (const kind of ['top-up', 'withdrawal', 'slip'] as const) {
    if (found[kind].size > wanted(kind)) faults.push(`${found[kind].size} of ${kind}, ${wanted(kind)} were wished for`);
  }
  return faults;
}

/**
 * Checks that each fitting payment is credited once and others are refunded, and that each payout left once or its
 * money is back.
 */
function moneyFaults(rows: Rows, { paid, sent, refunded }: SimProvider): string[] {
  const faults: string[] = [];
  const credits = rows.transfers.filter(({ kind }) => kind === 'top-up');
  for (const { id, amount, state } of rows.topUps) {
    const came = paid.get(id) ?? { fitting: 0, other: 0, amount: 0n };
    const own = rows.payments.filter(({ top_up_id }) => top_up_id === id);
    const credited = own.filter((payment) => credits.some(({ ref }) => ref === payment.id));
    if (credited.length !== Math.min(1, came.fitting))
      faults.push(`top-up ${id} is ${state}: ${came.fitting} payments, ${credited.length} credited`);
    if (credited.some((payment) => payment.amount !== amount)) faults.push(`top-up ${id} is credited with another sum`);
    if (own.length !== came.fitting + came.other)
      faults.push(`top-up ${id}: ${came.fitting + came.other} payments came, ${own.length} are known`);
    for (const payment of own) {
      const back = refunded.get(payment.provider_ref);
      const isCredited = credited.includes(payment);
      if (isCredited === (back !== undefined) || (back !== undefined && String(back) !== payment.amount))
        faults.push(`payment ${payment.id} is ${payment.state}, ${back ?? 'nothing'} went back`);
    }
  }
  for (const { id, amount, state } of rows.withdrawals) {
    const out = sent.get(id);
    const is = { 'paid-out': 'paid', failed: 'failed', returned: 'returned', sent: 'sent' }[out?.state ?? 'sent'];
    if (out === undefined) faults.push(`withdrawal ${id} is ${state}, and nothing was sent`);
    else if (String(out.amount) !== amount || is !== state)
      faults.push(`withdrawal ${id} of ${amount} is ${state}, the provider has ${out.amount} ${out.state}`);
  }
  return faults;
}

/**
 * Checks slips by the dice, independently of the server's SQL: one payout per win, one refund of a void draw's stake,
 * and nothing else.
 */
function slipFaults(table: OpenTable, { slips, transfers }: Rows): string[] {
  return slips.flatMap(({ id, total, stakes, dice, is_void }) => {
    const amounts = (kind: string) =>
      transfers.filter((one) => one.ref === id && one.kind === kind).map((one) => one.amount);
    const selections: Stake[] = stakes.flatMap((stake, index) => {
      const bet = BETS[index];
      return stake === null || bet === undefined ? [] : [{ bet, stakeMinor: BigInt(stake) }];
    });
    const win = dice === null ? 0n : payoutOnDice(selections, table.table.entryMultipliers, dice as never);
    const is = {
      stake: amounts('stake'),
      payout: amounts('payout'),
      refund: amounts('refund'),
      return: amounts('return'),
    };
    const must = {
      stake: [total],
      payout: win > 0n ? [String(win)] : [],
      refund: is_void ? [total] : [],
      return: [],
    };
    if (dice === null && !is_void) return [`slip ${id} is neither drawn nor void`];
    return JSON.stringify(is) === JSON.stringify(must)
      ? []
      : [`slip ${id}: ${JSON.stringify(is)}, not ${JSON.stringify(must)}`];
  });
}

function balanceFaults({ balance, summed, transfers }: Rows): string[] {
  const faults: string[] = [];
  for (const name of ['available', 'held', 'cash', 'version'] as const) {
    if (balance[name] !== summed[name]) faults.push(`${name} is ${balance[name]}, its postings say ${summed[name]}`);
  }
  if (BigInt(balance.available) < 0n || BigInt(balance.held) !== 0n)
    faults.push(`${balance.available} available, ${balance.held} held in the end`);
  const { available, held, play, cash, sales, correction, issue } = balance;
  const all = [available, held, play, cash, sales, correction, issue].reduce((sum, one) => sum + BigInt(one), 0n);
  if (all !== 0n) faults.push(`all accounts of a member add up to ${all}`);
  if (new Set(transfers.map(({ ref, kind }) => `${ref} ${kind}`)).size !== transfers.length)
    faults.push('a transfer is there twice');
  return faults;
}
