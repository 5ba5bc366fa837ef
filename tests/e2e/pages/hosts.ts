import type { Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';
import { pageHeaders } from '../kit/page-headers.ts';

/** The host gives consent through the private link, by API. */
export async function giveConsent(page: Page, token: string): Promise<void> {
  const answer = await page.request.post('/api/host-link/consent', {
    headers: { origin: await originOf(page), authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export async function writeAsHost(page: Page, token: string, texts: Record<string, object>): Promise<void> {
  const answer = await page.request.put('/api/host-link/words', {
    headers: { origin: await originOf(page), authorization: `Bearer ${token}` },
    data: { texts },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Reports a host as a member, by API. Returns the report's id. */
export async function report(member: Page, hostId: string, reason: string, words: string): Promise<string> {
  const answer = await member.request.post(`/api/hosts/${hostId}/reports`, {
    headers: { ...(await pageHeaders(member)), 'idempotency-key': crypto.randomUUID() },
    data: { reason, words },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}

/** Whether members see a host. */
export async function isShown(member: Page, hostId: string): Promise<boolean> {
  return (await member.request.get(`/api/hosts/${hostId}`)).ok();
}

async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get('/api/health')).url()).origin;
}
