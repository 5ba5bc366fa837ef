import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { ROLES, type Role } from './roles.ts';

/** Lists of the console that keep views, by the name of their page. */
export const VIEWED_LISTS = [
  'members',
  'withdrawals',
  'payments',
  'complaints',
  'purchases',
  'proposals',
  'desk',
  'bookings',
  'visitors',
  'hosts',
  'host-reports',
  'videos',
  'audit',
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** What a view restores: filter values, sorting (null: the usual one) and shown columns (null: all). */
export interface ViewQuery {
  filter: Readonly<Record<string, string>>;
  sort: string | null;
  columns: readonly string[] | null;
}

export interface ListView {
  id: string;
  list: ViewedList;
  name: string;
  /** Role that it is shared with; null if only its owner has it. */
  role: Role | null;
  ownerId: string;
  query: ViewQuery;
}

/** What a person chose for a list: their default view and shown columns. Null: none, or all. */
export interface ListChoice {
  list: ViewedList;
  viewId: string | null;
  columns: readonly string[] | null;
}

interface Person {
  id: string;
  role: Role;
}

const VIEWS_MAX = 60;

/** Filter values that name a person, or may. A view is kept for long and shared, so it holds none. */
const PERSONAL_FILTERS = ['member', 'memberId', 'userName', 'realName', 'search', 'number'];

/** The views that a person has: their own, and those of their role. An owner has the shared ones of each role. */
export async function listViews(q: Db | Tx['q'], { id, role }: Person): Promise<ListView[]> {
  const rows = await q
    .selectFrom('staff.list_view')
    .select(['id', 'list', 'name', 'role', 'owner_id', 'query'])
    .where(({ or, eb }) =>
      or([eb('owner_id', '=', id), role === 'owner' ? eb('role', 'is not', null) : eb('role', '=', role)]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, list: row.list as ViewedList, name: row.name, ownerId: row.owner_id },
    role: ROLES.find((one) => one === row.role) ?? null,
    query: row.query as unknown as ViewQuery,
  }));
}

export async function listChoices(q: Db | Tx['q'], { id }: Pick<Person, 'id'>): Promise<ListChoice[]> {
  const rows = await q
    .selectFrom('staff.list_choice')
    .select(['list', 'view_id', 'columns'])
    .where('staff_id', '=', id)
    .execute();
  return rows.map((row) => ({ list: row.list as ViewedList, viewId: row.view_id, columns: row.columns }));
}

/**
 * Saves a view, in place of the person's view of the same list and name. Throws `forbidden` if they may not share
 * it with the role, `fill-in` for a filter that names a person, and `question-limit` at 60 views.
 */
export async function saveView(
  tx: Tx,
  person: Person,
  plan: Pick<ListView, 'list' | 'name' | 'role' | 'query'>,
): Promise<{ before: ListView | null; after: ListView }> {
  if (plan.role !== null && !mayShare(person, plan.role)) throw new Refusal('forbidden');
  if (Object.keys(plan.query.filter).some((name) => PERSONAL_FILTERS.includes(name))) {
    throw new Refusal('fill-in', {}, { query: 'fill-in' });
  }
  const own = (await listViews(tx.q, person)).filter(({ ownerId }) => ownerId === person.id);
  const before = own.find(({ list, name }) => list === plan.list && name === plan.name) ?? null;
  if (before === null && own.length >= VIEWS_MAX) throw new Refusal('question-limit');
  const { id } = await tx.q
    .insertInto('staff.list_view')
    .values({ id: newId(), owner_id: person.id, ...plan, query: JSON.stringify(plan.query) })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'list', 'name'])
        .doUpdateSet({ role: plan.role, query: JSON.stringify(plan.query) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { before, after: { ...plan, id, ownerId: person.id } };
}

/** Deletes a view of one's own. An owner also deletes shared ones. Throws `not-found` or `forbidden`. */
export async function deleteView(tx: Tx, person: Person, id: string): Promise<ListView> {
  const view = (await listViews(tx.q, person)).find((one) => one.id === id);
  if (!view) throw new Refusal('not-found');
  if (view.ownerId !== person.id && person.role !== 'owner') throw new Refusal('forbidden');
  await tx.q.deleteFrom('staff.list_view').where('id', '=', id).execute();
  return view;
}

/** Stores what a person chose for a list. Throws `not-found` for a view that they do not have. */
export async function chooseForList(tx: Tx, person: Person, choice: ListChoice): Promise<void> {
  const { list, viewId, columns } = choice;
  const views = viewId === null ? [] : await listViews(tx.q, person);
  if (viewId !== null && !views.some((one) => one.id === viewId && one.list === list)) throw new Refusal('not-found');
  const chosen = { view_id: viewId, columns: columns === null ? null : [...columns] };
  await tx.q
    .insertInto('staff.list_choice')
    .values({ staff_id: person.id, list, ...chosen })
    .onConflict((conflict) => conflict.columns(['staff_id', 'list']).doUpdateSet(chosen))
    .execute();
}

/** True for one's own role; an owner shares with each. */
function mayShare(person: Person, role: Role): boolean {
  return person.role === 'owner' || person.role === role;
}
