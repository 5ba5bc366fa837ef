/** Filter and page of a list, as its URL keeps them. */
export interface ListAddress {
  /** Null: the URL has no filter, so the list's default applies. */
  filter: Readonly<Record<string, string>> | null;
  /** From 1. */
  page: number;
  /** Where the page starts; null for the first page, and where only the number is known. */
  cursor: string | null;
}

/** Reads the query of a URL. Ignores what it cannot read, since people edit and shorten URLs. */
export function readListAddress(query: URLSearchParams): ListAddress {
  const page = Number(query.get('page'));
  return {
    filter: readFilter(query.get('filter')),
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    cursor: query.get('cursor'),
  };
}

/** The query of a list's URL. */
export function writeListAddress({ filter, page, cursor }: ListAddress): URLSearchParams {
  return new URLSearchParams({
    ...(filter === null ? {} : { filter: JSON.stringify(filter) }),
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
