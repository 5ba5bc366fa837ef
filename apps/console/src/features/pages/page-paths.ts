/**
 * Where the rows of a figure are: the server names the call that lists them, and the console has a page over each,
 * which takes the call's query for its filter.
 */
export function rowsAt(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://console');
  const [, lottery] = /^\/api\/lotteries\/([^/]+)(\/draws)?$/.exec(pathname) ?? [];
  if (lottery !== undefined) return listAt('draws', { lottery: decodeURIComponent(lottery) });
  if (pathname === '/api/console/desk/threads') return listAt('desk', Object.fromEntries(searchParams));
  return listAt(pathname.slice(pathname.lastIndexOf('/') + 1), Object.fromEntries(searchParams));
}

/** A list of the console with its filter set. */
export function listAt(name: string, filter: Readonly<Record<string, string>> = {}): string {
  if (Object.keys(filter).length === 0) return `/${name}`;
  return `/${name}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
