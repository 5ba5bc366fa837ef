import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredSchemas, readPrivileges } from '../../src/db/rights/declared.ts';
import { FUNCTION_RIGHTS } from '../../src/db/rights/functions.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/db/rights/roles.ts';
import { TABLE_RIGHTS } from '../../src/db/rights/tables.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { FORBIDDEN, outcomeOf, type Relation, type Routine, relationsOf, routinesOf } from './catalog.ts';

// Connects as each role, without the server's code. The role may do exactly what is declared, per table, column and
// function, and the declaration covers the whole catalog.

let database: TestDatabase;
let owner: pg.Pool;
let relations: Relation[];
let routines: Routine[];
const clients = new Map<ProcessRole, pg.Client>();
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  for (const role of PROCESS_ROLES) {
    const client = new pg.Client({ connectionString: database.urls[role] });
    await client.connect();
    clients.set(role, client);
  }
  // As many days as a club has.
  await owner.query('select ledger.extend_partitions(1, 40)');
  relations = await relationsOf(owner);
  routines = await routinesOf(owner);
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await owner.end();
  await database.drop();
});

const of = (role: ProcessRole): pg.Client => clients.get(role) as pg.Client;
/** The migrator's tables in `public`, which belong to the owner alone. */
const OWNERS = /^public\./;
const declaredTables = (): Relation[] =>
  relations.filter(({ name, isPartition }) => !OWNERS.test(name) && !isPartition);

test('every table, view and sequence of the catalog is declared, and every function; nothing else is', () => {
  expect(relations.filter(({ kind }) => kind === 'S')).toEqual([]);
  expect(declaredTables().map(({ name }) => name)).toEqual(Object.keys(TABLE_RIGHTS).sort());
  expect(routines.map(({ name }) => name)).toEqual(Object.keys(FUNCTION_RIGHTS).sort());
  expect(relations.filter(({ isPartition }) => isPartition).length).toBeGreaterThan(80);
});

test('every schema of the catalog is ours, or holds nothing that a role can reach', async () => {
  const { rows } = await owner.query(
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|citus)' and nspname <> 'information_schema'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...declaredSchemas(), 'public'].sort());
});

/** Declared columns of a role on a table, by `select`, `insert`, `update` and `delete`. */
function allowedOn(role: ProcessRole, { name, columns, isPartition }: Relation): Record<string, string[]> {
  const text = isPartition ? '' : (TABLE_RIGHTS[name]?.[role] ?? '');
  const all = columns.map((column) => column.name);
  const written = columns.filter(({ isGenerated }) => !isGenerated).map((column) => column.name);
  const allOf = (privilege: string) => (privilege === 'insert' || privilege === 'update' ? written : all);
  const message = readPrivileges(text).map(({ privilege, columns: some }) => [
    privilege,
    [...(some ?? allOf(privilege))].sort(),
  ]);
  return { select: [], insert: [], update: [], delete: [], ...Object.fromEntries(message) };
}

const STATEMENTS: Record<string, (target: string, column: string, type: string) => string> = {
  select: (target, column) => `select ${column} from ${target} limit 0`,
  insert: (target, column, type) => `insert into ${target} (${column}) select null::${type} where false`,
  update: (target, column) => `update ${target} set ${column} = null where false`,
};

/** SQLSTATEs of views and columns that nobody can write. */
const NOT_UPDATABLE = ['55000', '0A000'];

/** Rights of a role on a table, found by raw SQL. A statement that fails for another reason fails the test. */
async function foundOn(role: ProcessRole, { target, kind, columns }: Relation): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = { select: [], insert: [], update: [], delete: [] };
  async function isAllowed(statement: string): Promise<boolean> {
    const { state, message } = await outcomeOf(of(role), statement);
    if (state === 'allowed' || state === FORBIDDEN) return state === 'allowed';
    expect([statement, message, kind === 'v' && NOT_UPDATABLE.includes(state)]).toEqual([statement, message, true]);
    return false;
  }
  for (const [privilege, statement] of Object.entries(STATEMENTS)) {
    for (const { name, type, isGenerated } of columns) {
      if (isGenerated && privilege !== 'select') continue;
      if (await isAllowed(statement(target, pg.escapeIdentifier(name), type))) found[privilege]?.push(name);
    }
    found[privilege]?.sort();
  }
  if (await isAllowed(`delete from ${target} where false`)) found.delete = columns.map(({ name }) => name).sort();
  return found;
}

describe.each(PROCESS_ROLES)('%s', (role) => {
  test('may select, insert, update and delete what is declared, column by column, and nothing else', async () => {
    for (const relation of relations) {
      // For a partition, one column stands for all.
      const some = relation.isPartition ? { ...relation, columns: relation.columns.slice(0, 1) } : relation;
      expect({ [relation.name]: await foundOn(role, some) }).toEqual({ [relation.name]: allowedOn(role, some) });
    }
  }, 120_000);

  test('may truncate, refer to, watch and maintain no table, and lock as a whole those alone that it may delete from', async () => {
    const name = decodeURIComponent(new URL(database.urls[role]).username);
    for (const relation of relations.filter(({ kind }) => kind !== 'v')) {
      const { target } = relation;
      const lock = await outcomeOf(of(role), `lock table ${target} in access exclusive mode`);
      const mayDelete = (allowedOn(role, relation).delete ?? []).length > 0;
      expect([target, lock.state]).toEqual([target, mayDelete ? 'allowed' : FORBIDDEN]);
      expect([target, (await outcomeOf(of(role), `truncate ${target}`)).state]).toEqual([target, FORBIDDEN]);
      const { rows } = await owner.query(
        `select has_table_privilege($1, $2, 'REFERENCES') or has_table_privilege($1, $2, 'TRIGGER')
           or has_any_column_privilege($1, $2, 'REFERENCES') as has`,
        [name, target],
      );
      expect([target, rows[0].has]).toEqual([target, false]);
    }
  }, 60_000);

  test('may execute the functions that are declared, and no other', async () => {
    for (const { name, own, argumentTypes } of routines) {
      // Strict functions need arguments that are not null.
      const given = argumentTypes.map((type) => (type === 'text' ? `'{}'::text` : `null::${type}`)).join(', ');
      const { state, message } = await outcomeOf(of(role), `select ${name}(${given})`);
      const isDenied =
        state === FORBIDDEN &&
        (message.includes(`for function ${own}`) || message.includes('permission denied for schema'));
      expect([name, isDenied]).toEqual([name, !FUNCTION_RIGHTS[name]?.roles.includes(role)]);
    }
  }, 60_000);
});

test('what lends the rights of its owner is declared to, looks no name up on a path of the caller’s, and is never public', async () => {
  for (const { name, lends, settings } of routines) {
    expect([name, lends]).toEqual([name, FUNCTION_RIGHTS[name]?.lends === true]);
    if (lends) expect([name, settings]).toEqual([name, expect.arrayContaining(['search_path=pg_catalog, pg_temp'])]);
  }
  const { rows } = await owner.query(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any ($1) and has_function_privilege('public', p.oid, 'execute')`,
    [declaredSchemas()],
  );
  expect(rows).toEqual([]);
});

/** Append-only tables: no process may change or remove rows. */
const HISTORY = [
  ...['ledger.transfer', 'ledger.posting', 'ledger.hold', 'ledger.request', 'ledger.snapshot', 'ledger.liabilities'],
  ...['lottery.slip', 'lottery.slip_key', 'lottery.odds_table', 'lottery.lottery', 'lottery.switch', 'house.switch'],
  ...[
    'draw.seal',
    'draw.leaf_page',
    'draw.draw',
    'draw.void',
    'draw.override',
    'draw.settlement_step',
    'draw.settlement_chunk',
    'draw.turnover',
  ],
  ...[
    'book.entry',
    'book.tree_head',
    'book.checkpoint',
    'book.cosignature',
    'book.node',
    'book.log_key',
    'book.policy',
  ],
  ...[
    'audit.entry',
    'house.house',
    'house.service',
    'lottery.lottery_display',
    'members.user_name_claim',
    'members.erasure',
  ],
  'members.user_name_look',
  ...['members.agreement', 'members.real_name', 'members.limit_set', 'members.exclusion', 'members.note'],
  ...['members.invite_batch', 'members.house_invite', 'payments.rule', 'payments.reference', 'payments.payment_claim'],
  ...['payments.payment_review', 'payments.correction', 'payments.correction_claim', 'payments.top_up_event'],
  ...['payments.withdrawal_event', 'payments.withdrawal_review', 'payments.payout_outcome'],
];

describe('the declaration', () => {
  const has = (role: ProcessRole, table: string, privilege: RegExp): boolean =>
    privilege.test(TABLE_RIGHTS[table]?.[role] ?? '');

  test('lets nobody update or delete history', () => {
    for (const table of HISTORY) {
      expect(TABLE_RIGHTS, table).toHaveProperty([table]);
      for (const role of PROCESS_ROLES)
        expect([table, role, has(role, table, /update|delete/)]).toEqual([table, role, false]);
    }
  });

  test('lets nobody write postings, slips and balances, which functions write', () => {
    const written = [
      'ledger.transfer',
      'ledger.line_day',
      'lottery.slip',
      'lottery.slip_key',
      'lottery.member_exposure',
    ];
    for (const table of written) {
      for (const role of PROCESS_ROLES) expect([table, role, has(role, table, /insert/)]).toEqual([table, role, false]);
    }
    expect(TABLE_RIGHTS['ledger.balance']).toEqual({ api: 'select', jobs: 'select' });
  });

  test('lets nobody write the book and tables of odds, and the API no seal, draw, void or payment of a draw', () => {
    const book = ['book.entry', 'book.node', 'book.head', 'book.tree_head', 'lottery.odds_table', 'payments.rule'];
    for (const table of book) {
      for (const role of PROCESS_ROLES)
        expect([table, role, has(role, table, /insert|update|delete/)]).toEqual([table, role, false]);
    }
    for (const table of [
      'draw.seal',
      'draw.draw',
      'draw.void',
      'draw.override',
      'draw.settlement_queue',
      'draw.settlement_step',
      'draw.settlement_chunk',
    ]) {
      for (const role of ['api', 'jobs'] as const)
        expect([table, role, has(role, table, /insert|update|delete/)]).toEqual([table, role, false]);
    }
    const may = (name: string) => FUNCTION_RIGHTS[name]?.roles ?? [];
    expect([may('book.append'), may('draw.settle_chunk')]).toEqual([['draw', 'jobs'], ['draw']]);
    expect([may('book.write'), may('ledger.write'), may('ledger.pay_back')]).toEqual([[], [], []]);
  });

  test('lets nobody write the staff’s rows and the log of acts, which functions write', () => {
    const rows = [
      'staff.account',
      'staff.session',
      'staff.passkey',
      'staff.challenge',
      'staff.proposal',
      'audit.entry',
    ];
    for (const table of [...rows, 'audit.head']) {
      for (const role of PROCESS_ROLES)
        expect([table, role, has(role, table, /insert|update|delete/)]).toEqual([table, role, false]);
    }
    // The only function of another role removes sessions that ended 90 days ago.
    expect(FUNCTION_RIGHTS['staff.forget_sessions']?.roles).toEqual(['jobs']);
    const staff = Object.entries(FUNCTION_RIGHTS).filter(
      ([name]) => name.startsWith('staff.') && name !== 'staff.forget_sessions',
    );
    for (const [name, { roles }] of staff) expect([name, roles.filter((role) => role !== 'api')]).toEqual([name, []]);
  });

  test('shows the draw no person: nothing of members, payments, staff and the rest', () => {
    const schemas = [...new Set(Object.keys(TABLE_RIGHTS).map((table) => table.split('.')[0] ?? ''))];
    const seen = schemas.filter((schema) =>
      Object.entries(TABLE_RIGHTS).some(([table, { draw = '' }]) => table.startsWith(`${schema}.`) && draw !== ''),
    );
    expect(seen.sort()).toEqual(['book', 'draw', 'house', 'ledger', 'lottery']);
    const people = Object.entries(TABLE_RIGHTS).flatMap(([table, { draw = '' }]) =>
      readPrivileges(draw).some(({ columns }) => columns === null || columns.includes('member_id')) ? [table] : [],
    );
    const withMembers = relations
      .filter(({ columns }) => columns.some(({ name }) => name === 'member_id'))
      .map(({ name }) => name);
    expect(people.filter((table) => withMembers.includes(table))).toEqual([]);
  });
});
