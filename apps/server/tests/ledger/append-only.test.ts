import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { PROCESS_ROLES, type ProcessRole } from '../../src/db/rights/roles.ts';
import { sqlState } from '../../src/db/transaction.ts';
import { periodOf } from '../../src/draw/periods.ts';
import { sealPeriod } from '../../src/draw/seal/seal.ts';
import { type Club, openClub } from '../kit/club.ts';

const FORBIDDEN = '42501';
const IS_SPREAD = inject('testServer').workerUrls.length > 0;

/** Append-only tables: no process may change or remove rows. */
const HISTORY = [
  'ledger.transfer',
  'ledger.hold',
  'ledger.request',
  'lottery.slip',
  'lottery.slip_key',
  'lottery.odds_table',
  'lottery.lottery',
  'lottery.switch',
  'draw.seal',
  'draw.leaf_page',
  'draw.draw',
  'draw.void',
  'draw.settlement_step',
  'draw.settlement_chunk',
  'book.entry',
  'book.tree_head',
  'house.house',
  'members.user_name_claim',
  'members.user_name_look',
  'members.agreement',
  'members.real_name',
  'members.erasure',
  'house.switch',
  'payments.rule',
  'payments.reference',
  'payments.payment_claim',
  'payments.payment_review',
  'payments.correction',
  'payments.correction_claim',
  'payments.top_up_event',
  'payments.withdrawal_event',
  'payments.withdrawal_review',
  'payments.payout_outcome',
  'audit.entry',
  'members.note',
  'members.invite_batch',
  'members.house_invite',
  'house.service',
  'lottery.lottery_display',
  'draw.turnover',
];

let club: Club;
const clients = new Map<ProcessRole, pg.Client>();

/**
 * A club with rows in the most important tables. A missing privilege shows without rows, but a row trigger needs one.
 */
beforeAll(async () => {
  club = await openClub();
  const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  const lottery = club.catalogue().byId.get(table.lotteryId)!;
  await club.place(await club.member(), table, [{ bet: 'big', stakeMinor: 100n }]);
  const period = periodOf(lottery, table.schedule().period);
  await club.at(period.locks * 1_000);
  await sealPeriod(club.draw, period);
  for (const role of PROCESS_ROLES) {
    const client = new pg.Client({ connectionString: club.database.urls[role] });
    await client.connect();
    clients.set(role, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await club.close();
});

/** SQLSTATE of a statement for each role; one value if all are equal. */
async function stateOf(statement: string): Promise<string> {
  const states = await Promise.all([...clients.values()].map((client) => stateFor(client, statement)));
  const [first = ''] = states;
  return states.every((state) => state === first) ? first : states.join(', ');
}

async function stateFor(client: pg.Client, statement: string): Promise<string> {
  try {
    await client.query(statement);
    return 'allowed';
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await club.owner.query(
    `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return rows.map((row) => row.attname);
}

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await club.owner.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass`,
    [table],
  );
  return rows.map((row) => row.name);
}

describe.each(HISTORY)('%s', (table) => {
  test('takes no update of any column', async () => {
    for (const column of await columnsOf(table)) {
      expect(await stateOf(`update ${table} set ${column} = ${column}`), column).toBe(FORBIDDEN);
    }
  });

  test('gives up no row', async () => {
    expect(await stateOf(`delete from ${table}`)).toBe(FORBIDDEN);
    expect(await stateOf(`truncate ${table}`)).toBe(FORBIDDEN);
    expect(await stateOf(`truncate ${table} cascade`)).toBe(FORBIDDEN);
    const isOfMembers = (await columnsOf(table)).includes('bucket');
    const same = isOfMembers ? 't.bucket = s.bucket' : 'true';
    const merged = await stateOf(`merge into ${table} t using ${table} s on ${same} when matched then delete`);
    // Citus rejects the merge earlier: the table's policy reads the clock or other rows.
    const isRefusedBefore = IS_SPREAD && ['members.note', 'payments.correction'].includes(table);
    if (isRefusedBefore) expect(merged).not.toBe('allowed');
    else expect(merged).toBe(FORBIDDEN);
    expect(await stateOf(`select 1 from ${table} ${isOfMembers ? 'where bucket = 1' : ''} for update`)).toBe(FORBIDDEN);
  });

  test('is neither dropped nor altered, nor freed of what guards it', async () => {
    const [column] = await columnsOf(table);
    for (const change of [
      `drop table ${table}`,
      `drop table ${table} cascade`,
      `alter table ${table} rename to gone`,
      `alter table ${table} add column more text`,
      `alter table ${table} drop column ${column}`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} set unlogged`,
      `alter table ${table} set schema public`,
      `alter table ${table} owner to current_user`,
      `alter table ${table} drop constraint ${table.split('.')[1]}_pkey`,
      `create rule gone as on insert to ${table} do instead nothing`,
      `create index on ${table} (${column})`,
      `create policy hidden on ${table} using (false)`,
      `create trigger t before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
    ]) {
      expect(await stateOf(change), change).toBe(FORBIDDEN);
    }
  });

  test('cannot be opened by granting rights to itself', async () => {
    for (const [role, client] of clients) {
      await client.query(`grant all on ${table} to current_user`).catch(() => {});
      const { rows } = await club.owner.query(
        `select string_agg(r, ',') as rights from unnest('{UPDATE,DELETE,TRUNCATE,TRIGGER,REFERENCES}'::text[]) r
         where has_table_privilege($2, $1, r) or has_table_privilege($2, $1, r || ' WITH GRANT OPTION')`,
        [table, decodeURIComponent(new URL(club.database.urls[role]).username)],
      );
      expect(rows[0].rights).toBeNull();
    }
  });
});

describe.each(['ledger.transfer', 'lottery.slip'])('each partition of %s', (table) => {
  test('is closed by itself too', async () => {
    const partitions = await partitionsOf(table);
    expect(partitions.length).toBeGreaterThan(5);
    for (const partition of partitions) {
      for (const change of [
        `update ${partition} set day = day`,
        `delete from ${partition}`,
        `truncate ${partition}`,
        `drop table ${partition}`,
        `alter table ${table} detach partition ${partition}`,
        `insert into ${partition} select * from ${partition}`,
      ]) {
        expect(await stateOf(change), change).toBe(FORBIDDEN);
      }
    }
  });
});

test('the salt of a slip is nobody’s to erase or replace, but for the function that erases what is over', async () => {
  for (const change of [
    'update lottery.slip_key set salt = null',
    `update lottery.slip_key set salt = '\\x00'`,
    'insert into lottery.slip_key select * from lottery.slip_key on conflict (bucket, member_id, key) ' +
      `do update set salt = '\\x00'`,
  ]) {
    expect(await stateOf(change), change).toBe(FORBIDDEN);
  }
  // The member has not left.
  const { rows } = await club.owner.query('select bucket, member_id as id from lottery.slip_key limit 1');
  const erase = `select members.erase_account('bets', ${rows[0].bucket}::smallint, '${rows[0].id}')`;
  expect(await stateFor(clients.get('jobs')!, erase)).toBe('TC001');
  expect(await stateFor(clients.get('api')!, erase)).toBe(FORBIDDEN);
});

test('a balance is kept by the functions of the ledger, and by nothing else', async () => {
  const member = await club.member({ credits: 100n });
  const values = `'${member.memberId}'`;
  for (const change of [
    'available = available + 1',
    'available = 101, issue = -101',
    'held = available, available = 0',
  ]) {
    expect(await stateOf(`update ledger.balance set ${change} where member_id = ${values}`)).toBe(FORBIDDEN);
  }
  const made = `insert into ledger.balance (bucket, member_id, available, issue) values (0, gen_random_uuid(), 1, -1)`;
  expect(await stateOf(made)).toBe(FORBIDDEN);
  expect(await stateOf(`delete from ledger.balance where member_id = ${values}`)).toBe(FORBIDDEN);
  expect(await stateOf(`update ledger.balance set member_id = '${randomUUID()}'`)).toBe(FORBIDDEN);
});
