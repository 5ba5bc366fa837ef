import type { WorkerScope } from './scope.ts';

/** Shows a path in an open page of the club, preferably the focused one; opens a new page if there is none. */
export async function openPage({ clients }: Pick<WorkerScope, 'clients'>, path: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  try {
    if (page === undefined) throw new Error('no open page of the app');
    await page.focus();
    if (new URL(page.url).pathname !== path) await page.navigate(path);
  } catch {
    await clients.openWindow(path);
  }
}
