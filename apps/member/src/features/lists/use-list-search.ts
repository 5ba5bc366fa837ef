import { useSearchParams } from 'react-router';

interface ListSearch<Filter extends string> {
  filter: Filter;
  /** Id of the open item; null if none. */
  opened: string | null;
  show(next: { filter?: Filter; id?: string | null }): void;
  /** Removes the status and the days. */
  clear(): void;
}

/**
 * The state of a list in the URL: `status`, one of the filters (default: the first), and `id`, the open item. Keeps
 * other parameters.
 */
export function useListSearch<Filter extends string>(filters: readonly [Filter, ...Filter[]]): ListSearch<Filter> {
  const [search, setSearch] = useSearchParams();
  const filter = filters.find((item) => item === search.get('status')) ?? filters[0];
  const opened = search.get('id');
  return {
    filter,
    opened,
    show(next) {
      const to = new URLSearchParams(search);
      const shown = next.filter ?? filter;
      const id = next.id === undefined ? opened : next.id;
      write(to, 'status', shown === filters[0] ? null : shown);
      write(to, 'id', id);
      setSearch(to, { replace: true });
    },
    clear() {
      const to = new URLSearchParams(search);
      for (const name of ['status', 'from', 'to']) to.delete(name);
      setSearch(to, { replace: true });
    },
  };
}

function write(search: URLSearchParams, name: string, value: string | null): void {
  if (value === null) search.delete(name);
  else search.set(name, value);
}
