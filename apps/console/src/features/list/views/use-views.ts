import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  chooseForList,
  deleteListView,
  type ListChoice,
  type ListView,
  type ListViewsAnswer,
  saveListView,
} from '../../../api/staff/list-views.ts';
import { notify } from '../../notifications/notifications.ts';
import { useProblemText } from '../../problems/use-problem-text.ts';
import { useMe } from '../../session/store.ts';
import type { ListAddress } from '../list-address.ts';
import { chipsOf, choiceOf, isViewed, keptFilter, openingOf, type Shown } from './views.ts';
import { VIEWS_QUERY } from './views-query.ts';

/** The saved views of a list. */
export interface ListViews extends Views {
  shown: Shown;
  show: (next: Partial<ListAddress>) => void;
}

interface Views {
  /** False until the views are known, or known to be unavailable. */
  isReady: boolean;
  /** False for a list that keeps no views. */
  isOffered: boolean;
  views: readonly ListView[];
  defaultId: string | null;
  /** What the list shows at a bare address. */
  opening: Shown;
  usual: Shown;
  /** Columns that the reader chose; null: all. */
  ownColumns: readonly string[] | null;
  chooseColumns: (columns: readonly string[] | null) => void;
  chooseDefault: (viewId: string | null) => void;
  /** Throws a `Problem`. */
  save: (plan: Pick<ListView, 'name' | 'role'>, shown: Shown) => Promise<ListView>;
  remove: (id: string) => void;
}

/** Views are read once per page load, for all lists. */
export function useViews(list: string, usual: Shown): Views {
  const me = useMe();
  const queries = useQueryClient();
  const text = useProblemText();
  const { data, error } = useQuery(VIEWS_QUERY);
  const { viewId, columns } = choiceOf(data, list);
  const set = (next: (before: ListViewsAnswer) => ListViewsAnswer) =>
    queries.setQueryData<ListViewsAnswer>(VIEWS_QUERY.queryKey, (before) => before && next(before));
  const reread = () => queries.invalidateQueries({ queryKey: VIEWS_QUERY.queryKey });
  const fail = (problem: unknown) => {
    notify(text(problem), 'error');
    void reread();
  };
  const choose = (next: Partial<ListChoice>) => {
    if (!isViewed(list)) return;
    const choice = { viewId, columns: columns === null ? null : [...columns], ...next, list };
    set((before) => ({ ...before, choices: [...before.choices.filter((one) => one.list !== list), choice] }));
    chooseForList(choice).catch(fail);
  };
  return {
    isReady: data !== undefined || error !== null,
    isOffered: isViewed(list),
    views: chipsOf(data, list, me),
    defaultId: viewId,
    opening: openingOf(data, list, usual),
    usual,
    ownColumns: columns,
    chooseColumns: (next) => choose({ columns: next === null ? null : [...next] }),
    chooseDefault: (next) => choose({ viewId: next }),
    async save(plan, { filter, sort, columns: shownColumns }) {
      if (!isViewed(list)) throw new Error('the list keeps no views');
      const query = { filter: keptFilter(filter), sort, columns: shownColumns === null ? null : [...shownColumns] };
      const saved = await saveListView({ ...plan, list, query });
      set((before) => ({ ...before, views: [...before.views.filter(({ id }) => id !== saved.id), saved] }));
      return saved;
    },
    remove(id) {
      set((before) => ({ ...before, views: before.views.filter((one) => one.id !== id) }));
      if (viewId === id) set((before) => ({ ...before, choices: before.choices.filter((one) => one.viewId !== id) }));
      deleteListView(id).catch(fail);
    },
  };
}
