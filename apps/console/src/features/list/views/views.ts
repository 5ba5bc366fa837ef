import type { ListChoice, ListName, ListView, ListViewsAnswer } from '../../../api/staff/list-views.ts';

/** What a list shows: filter values, sorting and columns (null: the usual order, and the reader's columns). */
export interface Shown {
  filter: Readonly<Record<string, string>>;
  sort: string | null;
  columns: readonly string[] | null;
}

/** Lists that keep views. The server knows no others. */
const VIEWED: Readonly<Record<ListName, true>> = {
  members: true,
  withdrawals: true,
  payments: true,
  complaints: true,
  purchases: true,
  proposals: true,
  desk: true,
  bookings: true,
  visitors: true,
  hosts: true,
  'host-reports': true,
  videos: true,
  audit: true,
};

/** Filter values that name a person. The server keeps none in a view. */
const PERSONAL = ['member', 'memberId', 'userName', 'realName', 'search', 'number'];

/** True for a list that keeps views. */
export function isViewed(name: string): name is ListName {
  return Object.hasOwn(VIEWED, name);
}

/** The filter as a view keeps it: without values that name a person. */
export function keptFilter(filter: Shown['filter']): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !PERSONAL.includes(name)));
}

/** True if the list shows what the view restores. Columns count only for a view that has them. */
export function isShown(view: Pick<ListView, 'query'>, shown: Shown): boolean {
  const { filter, sort, columns } = view.query;
  const asText = (values: Shown['filter']) => JSON.stringify(Object.entries(values).sort());
  return (
    asText(filter) === asText(shown.filter) &&
    sort === shown.sort &&
    (columns === null || JSON.stringify(columns) === JSON.stringify(shown.columns))
  );
}

/** What a list opens with: the reader's default view, else `usual`. */
export function openingOf(answer: ListViewsAnswer | undefined, list: string, usual: Shown): Shown {
  const { viewId } = choiceOf(answer, list);
  return answer?.views.find(({ id }) => id === viewId)?.query ?? usual;
}

export function choiceOf(answer: ListViewsAnswer | undefined, list: string): Omit<ListChoice, 'list'> {
  return answer?.choices.find((one) => one.list === list) ?? { viewId: null, columns: null };
}

/** The views of a list as chips: the reader's own, and those of their role. */
export function chipsOf(
  answer: ListViewsAnswer | undefined,
  list: string,
  reader: { id: string; role: string },
): ListView[] {
  const views = answer?.views ?? [];
  return views.filter((one) => one.list === list && (one.ownerId === reader.id || one.role === reader.role));
}
