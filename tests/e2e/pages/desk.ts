import type { APIResponse, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';
import { pageHeaders } from '../kit/page-headers.ts';

/** Support conversations of a member, through the API. */
export interface Thread {
  id: string;
  memberId: string;
}

export async function beginThread(member: Page, words: string, subject = 'payment'): Promise<Thread> {
  const { id } = await (await post(member, '/api/me/desk/threads', { subject, words })).json();
  const { id: memberId } = await (await member.request.get('/api/me')).json();
  return { id, memberId };
}

export async function say(member: Page, { id }: Thread, words: string): Promise<void> {
  await post(member, `/api/me/desk/threads/${id}/words`, { words });
}

export async function sendPicture(member: Page, { id }: Thread, name: string, bytes: Buffer): Promise<void> {
  const path = `/api/me/desk/threads/${id}/files/${crypto.randomUUID()}?name=${name}`;
  const headers = { ...(await pageHeaders(member)), 'content-type': 'application/octet-stream' };
  const answer = await member.request.put(path, { headers, data: bytes });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The messages that the member sees. */
export async function entriesOf(member: Page, { id }: Thread): Promise<{ from: string; words: string }[]> {
  return (await (await member.request.get(`/api/me/desk/threads/${id}`)).json()).said;
}

export async function markReadBy(member: Page, { id }: Thread, upTo: number): Promise<void> {
  await post(member, `/api/me/desk/threads/${id}/read`, { upTo });
}

export async function typeAs(member: Page, { id }: Thread): Promise<void> {
  await post(member, `/api/me/desk/threads/${id}/typing`, undefined);
}

async function post(member: Page, path: string, data: unknown): Promise<APIResponse> {
  const headers = { ...(await pageHeaders(member)), 'idempotency-key': crypto.randomUUID() };
  const answer = await member.request.post(path, { headers, ...(data === undefined ? {} : { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}
