import type { Page } from '@playwright/test';

/** Headers of a write from the signed-in member's page: the club's origin and the page's account. */
export async function pageHeaders({ request }: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const me = await request.get('/api/me');
  const { origin } = new URL(me.url());
  return { origin, ...(me.ok() && { 'tercet-caller': (await me.json()).id }) };
}

/** The same for the console. */
export async function consoleHeaders({ request }: Pick<Page, 'request'>): Promise<Record<string, string>> {
  const me = await request.get('/api/console/me');
  const { origin } = new URL(me.url());
  return { origin, ...(me.ok() && { 'tercet-caller': (await me.json()).id }) };
}
