/** Filter, sorting, columns and page of a list, as its URL keeps them. */
export interface ListAddress {
  /** Null: the URL has no filter, so the list's default applies. */
  filter: Readonly<Record<string, string>> | null;
  /** Null: the usual order. */
  sort: string | null;
  /** Keys of the shown columns. Null: those that the reader chose. */
  columns: readonly string[] | null;
  /** From 1. */
  page: number;
  /** Where the page starts; null for the first page, and where only the number is known. */
  cursor: string | null;
}

/** Names of sortings and columns. */
const CODE = /^-?[A-Za-z][A-Za-z-]{0,31}$/;

/** Reads the query of a URL. Ignores what it cannot read, since people edit and shorten URLs. */
export function readListAddress(query: URLSearchParams): ListAddress {
  const page = Number(query.get('page'));
  const sort = query.get('by');
  const columns =
    query
      .get('columns')
      ?.split(',')
      .filter((key) => CODE.test(key)) ?? [];
  return {
    filter: readFilter(query.get('filter')),
    sort: sort !== null && CODE.test(sort) ? sort : null,
    columns: columns.length === 0 ? null : columns,
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    cursor: query.get('cursor'),
  };
}

/** The query of a list's URL. */
export function writeListAddress({ filter, sort, columns, page, cursor }: ListAddress): URLSearchParams {
  return new URLSearchParams({
    ...(filter === null ? {} : { filter: JSON.stringify(filter) }),
    ...(sort === null ? {} : { by: sort }),
    ...(columns === null ? {} : { columns: columns.join(',') }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(page > 1 && cursor !== null ? { cursor } : {}),
  });
}

function readFilter(text: string | null): ListAddress['filter'] {
  try {
    const read: unknown = JSON.parse(text ?? 'null');
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null;
    const values = Object.entries(read).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
  } catch {
    return null;
  }
}
