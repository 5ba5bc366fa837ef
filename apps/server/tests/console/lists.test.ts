import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fewOr } from '../../../../packages/fair/tests/sample.ts';
import { listAllFormal } from '../../src/complaints/formal/records.ts';
import { listAllComplaints } from '../../src/complaints/records.ts';
import { newId } from '../../src/db/ids.ts';
import { listAllThreads } from '../../src/desk/records.ts';
import { listAllReports } from '../../src/directory/report-records.ts';
import { searchMembers } from '../../src/members/account/search.ts';
import { listPayments } from '../../src/payments/incoming/payments.ts';
import { listAllWithdrawals } from '../../src/payments/withdrawals/withdrawal-records.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type Random, seededRandom } from '../kit/random.ts';

// The console's lists against a model: the same rows in memory, filtered and sorted by JavaScript.

let club: Club;
let people: { bucket: number; memberId: string }[];
beforeAll(async () => {
  club = await openClub();
  people = await club.members(4);
});
afterAll(() => club.close());

/** A row of any list. Times are days of January 2026 plus microseconds, few enough that many rows share one. */
interface Row {
  id: string;
  memberId: string;
  bucket: number;
  /** Microseconds. */
  at: bigint;
  amount: bigint;
  state: string;
}

interface Filter {
  memberId?: string;
  state?: string;
  from?: string;
  to?: string;
  min?: bigint;
  max?: bigint;
}

interface ListUnderTest {
  states: readonly string[];
  /** Sorted columns: values of the model, by the name of the sorting. */
  sorts: Readonly<Record<string, (row: Row) => bigint>>;
  usual: string;
  add(row: Row): Promise<unknown>;
  read(query: Filter & { sort?: string; cursor?: string; limit: number }): Promise<{
    ids: string[];
    nextCursor: string | null;
    total: number;
  }>;
  /** Filters that the list does not have. */
  without?: readonly (keyof Filter)[];
  /** The list always has a state. */
  needsState?: true;
}

const JANUARY_MICROS = 1_767_225_600_000_000n;
const DAY_MICROS = 86_400_000_000n;
const moment = (micros: bigint) => `'epoch'::timestamptz + ${micros} * interval '1 microsecond'`;
const at = ({ at: micros }: Row) => micros;
const amount = (row: Row) => row.amount;

/** Adds rows without what they depend on. */
async function insert(sql: string): Promise<void> {
  await club.owner.query(`set session_replication_role = 'replica'; ${sql}; set session_replication_role = 'origin'`);
}

const LISTS: Readonly<Record<string, ListUnderTest>> = {
  withdrawals: {
    states: ['in-review', 'approved', 'paid', 'refused'],
    sorts: { submitted: at, amount },
    usual: 'submitted',
    add: ({ bucket, memberId, id, at: micros, amount: minor, state }) =>
      insert(`
        insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
          encrypted, key_id, bound_at, active_at, ended_at)
        values (${bucket}, '${memberId}', '${id}', 'card', 'x', 'x', 'x', 'x', 'x', '', 'x', now(), now(), now());
        insert into payments.withdrawal (bucket, member_id, id, day, amount, currency, payee_id, provider, state,
          submitted_at, review_due_at)
        values (${bucket}, '${memberId}', '${id}', '2026-01-01', ${minor}, 'PLAY', '${id}', 'x', '${state}',
          ${moment(micros)}, ${moment(micros)})`),
    read: async (query) => idsOf(await listAllWithdrawals(club.db, null, query as never)),
  },
  payments: {
    states: ['credited', 'review', 'refunded'],
    sorts: { at, amount },
    usual: 'at',
    needsState: true,
    add: ({ bucket, memberId, id, at: micros, amount: minor, state }) =>
      insert(`
        insert into payments.top_up (bucket, member_id, id, day, amount, currency, provider, state, created_at,
          expires_at, next_at)
        values (${bucket}, '${memberId}', '${id}', '2026-01-01', 1, 'PLAY', 'x', 'credited', now(), now(), now());
        insert into payments.payment (bucket, member_id, id, top_up_id, day, provider, provider_ref, amount, currency,
          state, at, next_at)
        values (${bucket}, '${memberId}', '${id}', '${id}', '2026-01-01', 'x', '${id}', ${minor}, 'PLAY', '${state}',
          ${moment(micros)}, now())`),
    read: async (query) => idsOf(await listPayments(club.db, query as never)),
  },
  complaints: {
    states: ['open', 'answered'],
    sorts: { due: at },
    usual: 'due',
    without: ['min', 'max'],
    add: ({ bucket, memberId, id, at: micros, state }) =>
      insert(`
        insert into complaints.complaint (bucket, member_id, id, slip_id, draw_id, receipt_hash, evidence,
          evidence_hash, asked_at, due_at, answered_at)
        values (${bucket}, '${memberId}', '${id}', '${id}', 'x/1', '', '{}', '', ${moment(micros)}, ${moment(micros)},
          ${state === 'open' ? 'null' : 'now()'})`),
    read: async (query) => idsOf(await listAllComplaints(club.db, query as never)),
  },
  'formal complaints': {
    states: ['open', 'answered'],
    sorts: { filed: at },
    usual: '-filed',
    without: ['min', 'max'],
    add: ({ bucket, memberId, id, at: micros, state }) =>
      insert(`
        insert into complaints.formal
          (bucket, member_id, id, number, subject, stage, filed_at, answer_due_at, due_at)
        values (${bucket}, '${memberId}', '${id}', '260101-' || upper(right('${id}', 6)), 'other',
          ${state === 'open' ? "'received'" : "'answered'"}, ${moment(micros)}, now(),
          ${state === 'open' ? 'now()' : 'null'})`),
    read: async (query) => idsOf(await listAllFormal(club.db, query as never)),
  },
  conversations: {
    states: ['open', 'closed'],
    sorts: { opened: at },
    usual: 'opened',
    without: ['min', 'max'],
    add: ({ bucket, memberId, id, at: micros, state }) =>
      insert(`
        insert into desk.thread (bucket, member_id, id, subject, opened_at, last_at, entries, closed_at, closed_by)
        values (${bucket}, '${memberId}', '${id}', 'question', ${moment(micros)}, now(), 1,
          ${state === 'open' ? 'null, null' : "now(), 'house'"})`),
    read: async ({ memberId, ...query }) => {
      const member = people.find((one) => one.memberId === memberId);
      return idsOf(await listAllThreads(club.db, { sort: 'opened', ...query, ...(member ? { member } : {}) } as never));
    },
  },
  reports: {
    states: ['waiting', 'decided'],
    sorts: { at },
    usual: 'at',
    without: ['min', 'max'],
    add: ({ bucket, memberId, id, at: micros, state }) =>
      insert(`
        insert into directory.report (bucket, member_id, id, key, host_id, reason, words, at, decided_at, decided_by,
          outcome, answer)
        values (${bucket}, '${memberId}', '${id}', '${id}', '${id}', 'other', 'x', ${moment(micros)},
          ${state === 'waiting' ? 'null, null, null, null' : `now(), '${id}', 'upheld', 'x'`})`),
    read: async ({ memberId, ...query }) => {
      const reporter = people.find((one) => one.memberId === memberId);
      const asked = { sort: 'at', ...query, ...(reporter ? { reporter } : {}) };
      return idsOf(await listAllReports(club.db, { languages: [], house: 'en' }, asked as never));
    },
  },
};

function idsOf({ items, ...rest }: { items: { id: string }[]; nextCursor: string | null; total: number }) {
  return { ...rest, ids: items.map(({ id }) => id) };
}

function makeRow(random: Random, { states }: ListUnderTest): Row {
  const person = people[random.below(people.length)] as (typeof people)[number];
  return {
    ...{ id: newId(), bucket: person.bucket, memberId: person.memberId },
    at: JANUARY_MICROS + BigInt(random.below(5)) * DAY_MICROS + BigInt(random.below(3)),
    amount: BigInt(1 + random.below(6)) * 100n,
    state: states[random.below(states.length)] as string,
  };
}

function makeFilter(random: Random, { states, without = [], needsState }: ListUnderTest): Filter {
  const day = () => `2026-01-0${1 + random.below(5)}`;
  const [one, other] = [day(), day()].sort() as [string, string];
  const whole: Required<Filter> = {
    memberId: people[random.below(people.length)]?.memberId ?? '',
    state: states[random.below(states.length)] as string,
    from: one,
    to: other,
    min: BigInt(random.below(7)) * 100n,
    max: BigInt(random.below(7)) * 100n,
  };
  const given = Object.entries(whole).filter(
    ([name]) => !without.includes(name as never) && (random.chance(0.3) || (name === 'state' && needsState)),
  );
  return Object.fromEntries(given);
}

/** Ids of the rows that pass the filter, in order. */
function modelOf(rows: readonly Row[], filter: Filter, sort: string, { sorts }: ListUnderTest): string[] {
  const dayOf = (row: Row) => new Date(Number(row.at / 1_000n)).toISOString().slice(0, 10);
  const sortedBy = sorts[sort.replace('-', '')] as (row: Row) => bigint;
  const isBefore = (a: Row, b: Row) =>
    sortedBy(a) === sortedBy(b) ? (a.id < b.id ? -1 : 1) : sortedBy(a) < sortedBy(b) ? -1 : 1;
  const passing = rows.filter(
    (row) =>
      (filter.memberId === undefined || row.memberId === filter.memberId) &&
      (filter.state === undefined || row.state === filter.state) &&
      (filter.from === undefined || dayOf(row) >= filter.from) &&
      (filter.to === undefined || dayOf(row) <= filter.to) &&
      (filter.min === undefined || row.amount >= filter.min) &&
      (filter.max === undefined || row.amount <= filter.max),
  );
  const sorted = passing.sort(isBefore).map(({ id }) => id);
  return sort.startsWith('-') ? sorted.reverse() : sorted;
}

describe.each(Object.entries(LISTS))('the list of %s', (_, list) => {
  const random = seededRandom(Number(process.env.TERCET_TEST_SEED ?? 1));
  const rows: Row[] = [];
  const sorts = Object.keys(list.sorts).flatMap((name) => [name, `-${name}`]);
  const add = async () => {
    const row = makeRow(random, list);
    await list.add(row);
    rows.push(row);
  };

  beforeAll(async () => {
    for (let n = 0; n < 40; n++) await add();
  });

  test('has under each filter and sorting what a model has, and its pages are the whole', async () => {
    for (let run = 0; run < fewOr(25, 400); run++) {
      const filter = makeFilter(random, list);
      const sort = sorts[random.below(sorts.length)] as string;
      const limit = 1 + random.below(9);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list.read({ ...filter, sort, limit, ...(cursor === null ? {} : { cursor }) });
        expect(page.total).toBe(modelOf(rows, filter, sort, list).length);
        ids.push(...page.ids);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect([filter, sort, ids]).toEqual([filter, sort, modelOf(rows, filter, sort, list)]);
    }
  });

  test('loses no row and shows none twice, when rows come between two pages', async () => {
    for (const sort of sorts) {
      const filter = list.needsState ? { state: list.states[0] as string } : {};
      const before = modelOf(rows, filter, sort, list);
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list.read({ ...filter, sort, limit: 5, ...(cursor === null ? {} : { cursor }) });
        ids.push(...page.ids);
        cursor = page.nextCursor;
        await add();
      } while (cursor !== null && ids.length < 400);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => before.includes(id))).toEqual(before);
    }
  });
});

test('members are listed by name and by time of joining, both ways, page by page', async () => {
  for (let n = 0; n < 9; n++) {
    await club.at(club.clock.nowMs() + 60_000 * (n % 2));
    await club.member();
  }
  const all = await searchMembers(club.db, { limit: 100 });
  const byName = (a: (typeof all.items)[number], b: (typeof all.items)[number]) =>
    a.userName.toLowerCase() < b.userName.toLowerCase() ? -1 : 1;
  const byTime = (a: (typeof all.items)[number], b: (typeof all.items)[number]) =>
    a.joinedAtMs - b.joinedAtMs || (a.memberId < b.memberId ? -1 : 1);
  for (const [sort, compare] of [['userName', byName] as const, ['joined', byTime] as const]) {
    const up = [...all.items].sort(compare).map(({ memberId }) => memberId);
    for (const [by, expected] of [
      [sort, up],
      [`-${sort}`, [...up].reverse()],
    ] as const) {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const query = { sort: by as 'joined', limit: 4, ...(cursor === null ? {} : { cursor }) };
        const page = await searchMembers(club.db, query);
        ids.push(...page.items.map(({ memberId }) => memberId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect([by, ids]).toEqual([by, expected]);
    }
  }
});
