import { randomUUID } from 'node:crypto';
import type { Stake } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Pool } from '../../src/db/pool.ts';
import { sqlState } from '../../src/db/transaction.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { balanceOf } from '../kit/money.ts';

// Functions write postings and slips with the owner's rights. An attacker with a process's connection can call its
// functions with any parameters. These tests do that; functions that no role may execute are called as the owner.

const [NO_RIGHT, CHECK, MISSING, DUPLICATE, OWN] = ['42501', '23514', '23502', '23505', 'TC001'] as const;
/** Executed only by functions of the owner. */
const FUNCTIONS = {
  'ledger.write':
    '$1::smallint[], $2::uuid[], $3::date[], $4::uuid[], $5::ledger.kind[], $6::ledger.account[], $7::ledger.account[], $8::bigint[]',
  'ledger.write_stakes': '$1::smallint[], $2::uuid[], $3::date, $4::uuid[], $5::bigint[]',
  'ledger.pay_back': '$1::smallint[], $2::uuid[], $3::date, $4::uuid[], $5::ledger.kind, $6::bigint[]',
} as const;
const DAY = '2026-11-22';
const IS_SPREAD = inject('testServer').workerUrls.length > 0;
const PLAYS: readonly Stake[] = [{ bet: 'big', stakeMinor: 100n }];
/** Positions of a slip's parts among the function's eighteen parameters. */
const AT = { period: 2, buckets: 6, members: 7, tokens: 8, stakes: 12, totals: 13 };

let club: Club;
let table: OpenTable;
let member: Identity;
let other: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
});
beforeEach(async () => {
  member = await club.member();
  // Not the same bucket, so that no row of the first member is found under the other's name.
  do other = await club.member();
  while (other.bucket === member.bucket);
});
afterAll(() => club.close());

/** Result of a call: a verdict, a count, or the SQLSTATE. Effects are committed. */
async function called(pool: Pool, text: string, values: readonly unknown[], before = ''): Promise<unknown> {
  const client = await pool.connect();
  try {
    if (before !== '') await client.query(before);
    const { rows } = await client.query(text, [...values]);
    return rows[0]?.code ?? Object.values(rows[0] ?? {})[0];
  } catch (error) {
    return sqlState(error) ?? String(error);
  } finally {
    client.release(true);
  }
}

function ask(name: keyof typeof FUNCTIONS, values: readonly unknown[], before?: string): Promise<unknown> {
  return called(club.owner, `select ${name}(${FUNCTIONS[name]}) as n`, values, before);
}

/** Everything that a call could have changed. */
async function stateNow(): Promise<unknown> {
  const { rows } = await club.owner.query(`
    select (select json_agg(b order by b.member_id) from ledger.balance b) as balances,
      (select count(*) from ledger.transfer) as transfers, (select count(*) from lottery.slip) as slips,
      (select count(*) from lottery.slip_key) as keys, (select json_agg(p order by p.member_id) from lottery.member_exposure p) as players`);
  return rows[0];
}

/**
 * Checks that a call fails with this state and changes nothing. `onCluster`: the state if Citus refuses it before the
 * function.
 */
async function refused(what: string, act: () => Promise<unknown>, state: string, onCluster = state): Promise<void> {
  const before = await stateNow();
  expect([what, await act()]).toEqual([what, IS_SPREAD ? onCluster : state]);
  expect([what, await stateNow()]).toEqual([what, before]);
}

/** The parameters of one slip as the server would send them. */
async function slipOf(who: Identity, selections = PLAYS): Promise<{ text: string; values: unknown[] }> {
  let sent: { text: string; values: unknown[] } | null = null;
  const listening = {
    async query(query: { text: string; values: unknown[] }) {
      sent = query;
      throw new Error('heard');
    },
  } as unknown as Pool;
  await club.place(who, table, selections, { deps: club.slipsOf(listening) }).catch(() => {});
  if (sent === null) throw new Error('no slip was sent');
  return sent;
}

async function place(who: Identity, change: (values: unknown[]) => void = () => {}, selections = PLAYS) {
  const { text, values } = await slipOf(who, selections);
  change(values);
  return () => called(club.pool, text, values);
}

/** Closes a member's gate early, as the seal closes all gates. */
async function shut({ bucket }: Identity): Promise<void> {
  await club.owner.query('update lottery.gate set period = $1 where bucket = $2 and lottery_id = $3', [
    table.schedule().period + 1,
    bucket,
    table.lotteryId,
  ]);
}

describe('the functions that run with the owner’s rights', () => {
  test('are closed to a role that somebody else made on the server', async () => {
    const stranger = `stranger_${randomUUID().slice(0, 8)}`;
    const client = await club.owner.connect();
    try {
      await client.query(`create role ${stranger}`);
      const { rows } = await client.query(
        `select p.oid::regprocedure::text as name,
           has_function_privilege($1, p.oid, 'execute') as may
         from pg_proc p where p.prosecdef order by 1`,
        [stranger],
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const { name, may } of rows) expect([name, may]).toEqual([name, false]);
      await client.query(`set role ${stranger}`);
      for (const name of ['ledger.balance', 'ledger.transfer', 'lottery.slip', 'members.member', 'staff.account']) {
        const state = await client.query(`select 1 from ${name}`).then(
          () => 'allowed',
          (error: unknown) => sqlState(error),
        );
        expect([name, state]).toEqual([name, NO_RIGHT]);
      }
    } finally {
      await client.query('reset role');
      await client.query(`drop role if exists ${stranger}`);
      client.release();
    }
  });

  test('look no name up where the caller put something of that name', async () => {
    const shadows = `
      create temp table balance (bucket smallint, member_id uuid, available bigint, play bigint, version bigint);
      create temp table transfer (bucket smallint);
      create temp table gate (bucket smallint, epoch integer);
      create temp table session (bucket smallint, member_id uuid, token_hash bytea);
      create function pg_temp.now() returns timestamptz language sql as $$ select timestamptz '2000-01-01' $$;
      create function pg_temp.delta(text, ledger.account, ledger.account, bigint) returns bigint language sql
        as $$ select 1000000::bigint $$;
      create function pg_temp.why_closed(timestamptz, smallint, bigint, integer) returns text language sql
        as $$ select null::text $$;
      create function pg_temp.sum(bigint) returns bigint language sql as $$ select 0::bigint $$;
      create function pg_temp.floor(numeric) returns numeric language sql as $$ select 0::numeric $$;
      set search_path = pg_temp, ledger, lottery, clock, public`;
    const { text, values } = await slipOf(member);
    expect(await called(club.owner, text, values, shadows)).toBe('accepted');
    const { rows } = await club.owner.query(
      `select amount::text, at = clock.now() as is_now from ledger.transfer where member_id = $1 and kind = 'stake'`,
      [member.memberId],
    );
    expect(rows).toEqual([{ amount: '100', is_now: true }]);
    const withdrawal = randomUUID();
    await club.owner.query(
      `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
         encrypted, key_id, bound_at, active_at)
       values ($1, $2, $3, 'iban', 'x', 'x', 'x', 'x', 'sandbox', '', 'x', clock.now(), clock.now())`,
      [member.bucket, member.memberId, withdrawal],
    );
    const hold = `select payments.hold_withdrawal($1::smallint, $2::uuid, $3::uuid, 40, $3::uuid, 'sandbox') as n`;
    expect(await called(club.owner, hold, [member.bucket, member.memberId, withdrawal], shadows)).toBe('');
    expect(await balanceOf(club.db, member)).toMatchObject({ available: 999_860n, held: 40n, play: 100n });
    await shut(member);
    const late = await slipOf(member);
    expect(await called(club.owner, late.text, late.values, shadows)).toBe('betting-closed');
    await club.at((table.schedule().period + 1) * 60_000);
  });

  test('post nothing that the tables refuse, and nothing of a list in which one part is refused', async () => {
    const mine = (more: Partial<Record<'bucket' | 'member' | 'debit' | 'credit' | 'amount' | 'day', unknown>> = {}) => {
      const { bucket = member.bucket, member: id = member.memberId, debit = 'available', credit = 'play' } = more;
      const { amount = 10n, day = DAY } = more;
      return [[bucket], [id], [day], [randomUUID()], ['stake'], [debit], [credit], [amount]];
    };
    const write = (values: unknown[]) => () => ask('ledger.write', values);
    await refused('below nothing', write(mine({ amount: -10n })), CHECK);
    await refused('nothing', write(mine({ amount: 0n })), CHECK);
    await refused('from itself to itself', write(mine({ credit: 'available' })), CHECK);
    await refused('more than is there', write(mine({ amount: 1_000_001n })), CHECK);
    await refused('from what is held', write(mine({ debit: 'held' })), CHECK);
    await refused('of nobody', write(mine({ member: randomUUID() })), OWN);
    await refused('in another bucket', write(mine({ bucket: (member.bucket + 1) % 256 })), OWN);
    await refused('to nowhere', write(mine({ credit: null })), MISSING);
    const [good, bad] = [mine(), mine({ amount: -1n })];
    await refused('the good one beside it', write(good.map((part, at) => [...part, ...(bad[at] ?? [])])), CHECK);
    // An unknown account and an unknown kind.
    await refused('to an account of its own', write(mine({ credit: 'mine' })), '22P02');
    const once = mine();
    expect(await write(once)()).toBe(1);
    await refusedQuietly(() => ask('ledger.write', once));
  });

  test('take no stake and pay none back beyond what is there', async () => {
    const stakes = (members: readonly Identity[], amounts: readonly unknown[]) => () =>
      ask('ledger.write_stakes', [
        members.map(({ bucket }) => bucket),
        members.map(({ memberId }) => memberId),
        DAY,
        members.map(() => randomUUID()),
        amounts,
      ]);
    await refused('more than is there', stakes([member], [1_000_001n]), CHECK);
    await refused('below nothing', stakes([member], [-5n]), CHECK);
    await refused('one of two', stakes([other, member], [5n, 1_000_001n]), CHECK);
    if (IS_SPREAD) await expectBothTaken(member, stakes([member, member], [5n, 5n]));
    else await refused('a member twice', stakes([member, member], [5n, 5n]), OWN);
    await refused('of nobody', stakes([{ ...member, memberId: randomUUID() }], [5n]), OWN);
    await refused('without an amount', stakes([member], [null]), MISSING);
    const back = (who: Pick<Identity, 'bucket' | 'memberId'>, amount: bigint) => () =>
      ask('ledger.pay_back', [[who.bucket], [who.memberId], DAY, [randomUUID()], 'refund', [amount]]);
    await refused('taking back below nothing', back(member, -5n), CHECK);
    await refused('back to nobody', back({ bucket: 0, memberId: randomUUID() }, 5n), OWN);
    await refused('back in another bucket', back({ ...member, bucket: (member.bucket + 1) % 256 }, 5n), OWN);
  });

  test('place no slip without a session, in another’s name, or above the balance', async () => {
    const { tokenHash } = other;
    const bytes = `{"\\\\x${tokenHash.toString('hex')}"}`;
    const setTo = (at: number, value: unknown) => (values: unknown[]) => {
      values[at] = value;
    };
    await refused('with another’s session', await place(member, setTo(AT.tokens, bytes)), 'signed-out');
    await refused('of another, with his own', await place(member, setTo(AT.members, `{${other.memberId}}`)), OWN);
    await refused('in another bucket', await place(member, setTo(AT.buckets, `{${(member.bucket + 1) % 256}}`)), OWN);
    await club.owner.query('update members.session set ended_at = now() where token_hash = $1', [tokenHash]);
    await refused('with a session that ended', await place(other), 'signed-out');
    const dear = { bet: 'big', stakeMinor: 1_000n } as const;
    await club.owner.query(
      'update ledger.balance set available = 999, issue = -999 where member_id = $1 and available + issue = 0',
      [member.memberId],
    );
    await refused('beyond the balance', await place(member, undefined, [dear]), 'balance-too-small');
  });

  test('place no slip whose total is not the sum of its bets', async () => {
    const stakes = (of: readonly number[]) => `{${[...of, ...Array<number>(20 - of.length).fill(0)].join(',')}}`;
    const sent = (given: string, total: number) => (values: unknown[]) => {
      values[AT.stakes] = given;
      values[AT.totals] = `{${total}}`;
    };
    await refused('much for little', await place(member, sent(stakes([10_000]), 1)), OWN);
    await refused('one below nothing', await place(member, sent(stakes([500, -400]), 100)), OWN);
    await refused('too few of them', await place(member, sent('{100}', 100)), OWN);
    await refused('none of them', await place(member, sent('{}', 100)), OWN);
    await refused('nothing at all', await place(member, sent(stakes([0]), 0)), CHECK, 'XX000');
    expect(await (await place(member, sent(stakes([60, 40]), 100)))()).toBe('accepted');
  });

  test('place no slip but behind the open gate of its own bucket', async () => {
    const buckets = (given: string) => (values: unknown[]) => {
      values[AT.buckets] = given;
    };
    await refused('in another bucket', await place(member, buckets(`{${await neighbourOf(member)}}`)), OWN);
    await refused('in no bucket', await place(member, buckets('{NULL}')), OWN);
    await refused('in two buckets', await place(member, buckets(`{${member.bucket},${member.bucket}}`)), OWN);
    const gate = [member.bucket, table.lotteryId];
    const { rows } = await club.owner.query(
      'delete from lottery.gate where bucket = $1 and lottery_id = $2 returning period, at_risk, budget',
      gate,
    );
    await refused('without a gate', await place(member), OWN);
    await club.owner.query(
      'insert into lottery.gate (bucket, lottery_id, period, at_risk, budget) values ($1, $2, $3, $4, $5)',
      [...gate, ...Object.values(rows[0] ?? {})],
    );
    expect(await (await place(member))()).toBe('accepted');
    const ahead = (values: unknown[]) => {
      values[AT.period] = Number(values[AT.period]) + 1;
    };
    await refused('of a period to come', await place(member, ahead), 'period-not-open');
    const period = periodIn(club, table);
    await shut(member);
    await refused('of a closed gate', await place(member), 'betting-closed');
    const late = await place(member);
    await club.at(period.locks * 1_000);
    await refused('after the lock', late, 'betting-closed');
  });
});

/** Another bucket on the same shard. */
async function neighbourOf({ bucket }: Identity): Promise<number> {
  const { rows } = await club.owner.query(
    `select b as bucket from generate_series(0, 255) b
     where b <> $1 and ledger.shard_of(b::smallint) = ledger.shard_of($1::smallint) limit 1`,
    [bucket],
  );
  return rows[0].bucket;
}

/** Checks that both stakes are taken, since a cluster takes a member's stakes one after the other. */
async function expectBothTaken(who: Identity, act: () => Promise<unknown>): Promise<void> {
  const before = await balanceOf(club.db, who);
  await act();
  expect(await balanceOf(club.db, who)).toMatchObject({ available: before.available - 10n, play: before.play + 10n });
  expect(await reconcile(club.jobs)).toEqual([]);
}

/** Checks that a repeated call changes nothing. */
async function refusedQuietly(act: () => Promise<unknown>): Promise<void> {
  const before = await stateNow();
  expect([0, DUPLICATE]).toContain(await act());
  expect(await stateNow()).toEqual(before);
}
