import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { TABLE_KEY } from '../kit/beacon.ts';
import type { Club } from '../kit/club.ts';
import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { becomeReady, PIN } from '../pages/money-in.ts';

const FILMS_MS = 1_000;

/** Signs a new member in on this phone. With `hasPlayed` every list has items, and payouts are possible. */
export async function settledMember(context: BrowserContext, club: Club, how: { hasPlayed: boolean }): Promise<void> {
  const page = await context.newPage();
  await joinClub(page, club);
  if (how.hasPlayed) await leaveTraces(page);
  await page.close();
}

async function leaveTraces(page: Page): Promise<void> {
  await becomeReady(page);
  for (const bet of ['small', 'odd', 's10']) await placeBet(page, bet);
  await post(page, '/api/me/withdrawals', { amountMinor: '4500', financePassword: PIN });
  await post(page, '/api/me/desk/threads', {
    subject: 'question',
    hostId: null,
    words: 'Where do I see what I played?',
  });
  await post(page, '/api/me/invites', {});
  const { items: cities } = await (await page.request.get('/api/cities')).json();
  const { items: hosts } = await (await page.request.get(`/api/cities/${cities.at(-1).id}/hosts`)).json();
  await post(page, `/api/hosts/${hosts.at(-1).id}/reports`, { reason: 'other', words: 'The words name another town.' });
  await page.request.put(`/api/videos/${(await firstFilm(page)).id}/progress`, {
    data: { positionMs: 4000 },
    headers: await pageHeaders(page),
  });
}

/** A free film if possible. The club encodes its films after opening, which takes a while on a busy machine. */
async function firstFilm(page: Page): Promise<{ id: string }> {
  for (;;) {
    const { items } = await (await page.request.get('/api/videos')).json();
    const found = items.find((film: { access: { kind: string } }) => film.access.kind === 'free') ?? items[0];
    if (found !== undefined) return found;
    await page.waitForTimeout(FILMS_MS);
  }
}

/** The club takes no bets at the end of a period: try the next one. */
async function placeBet(page: Page, bet: string): Promise<void> {
  await expect(async () => {
    const { current, table } = await (await page.request.get(`/api/lotteries/${TABLE_KEY}`)).json();
    const selections = [{ bet, stakeMinor: '1200' }];
    await post(page, '/api/slips', { drawId: current.drawId, tableHash: table.hash, selections });
  }).toPass({ timeout: 30_000 });
}

/** Sends once, whatever happens to the connection. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const headers = { ...(await pageHeaders(page)), 'idempotency-key': randomUUID() };
  const answer = await page.request.post(path, { data, headers });
  if (!answer.ok()) throw new Error(`${path} refused: ${await answer.text()}`);
}
