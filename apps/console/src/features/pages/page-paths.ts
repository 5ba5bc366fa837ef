/** Pages whose name is not the last part of the call. */
const PAGE_OF: Readonly<Record<string, string>> = {
  '/api/console/desk/threads': 'desk',
  '/api/console/visitor-threads': 'visitors',
};

/**
 * URL of the rows behind a figure. The server names the call that lists them; the console page of that call takes its
 * query as filter.
 */
export function rowsAt(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://console');
  const [, lottery] = /^\/api\/lotteries\/([^/]+)(\/draws)?$/.exec(pathname) ?? [];
  if (lottery !== undefined) return listAt('draws', { lottery: decodeURIComponent(lottery) });
  const name = PAGE_OF[pathname] ?? pathname.slice(pathname.lastIndexOf('/') + 1);
  return listAt(name, Object.fromEntries(searchParams));
}

/** URL of a console list with a filter. */
export function listAt(name: string, filter: Readonly<Record<string, string>> = {}): string {
  if (Object.keys(filter).length === 0) return `/${name}`;
  return `/${name}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}
