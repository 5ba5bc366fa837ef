import type { Page } from '@playwright/test';

/** Headers of a write as a page of the signed-in member sends it: the club's origin and whom the page is for. */
export async function pageHeaders({ request }: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const me = await request.get('/api/me');
  const { origin } = new URL(me.url());
  return { origin, ...(me.ok() && { 'tercet-caller': (await me.json()).id }) };
}

/** The same of the console. */
export async function consoleHeaders({ request }: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const me = await request.get('/api/console/me');
  const { origin } = new URL(me.url());
  return { origin, ...(me.ok() && { 'tercet-caller': (await me.json()).id }) };
}
