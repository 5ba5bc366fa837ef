import type { APIResponse, Page } from '@playwright/test';
import { expect } from '../kit/fixtures.ts';

/** Conversations of visitors without an account, through the API. */
interface VisitorKey {
  number: string;
  secret: string;
}

export const CONTACT = '+976 9911 2233';

interface Claims {
  userName: string;
  realName: string;
  payeeDigits: string;
}

/** Asks for a new password without a recovery code. */
export async function requestPassword(visitor: Page, claims: Claims, text: string): Promise<VisitorKey> {
  return (await post(visitor, '/api/recovery-requests', { ...claims, contact: CONTACT, text })).json();
}

export async function writeAsVisitor(visitor: Page, key: VisitorKey, text: string): Promise<void> {
  await post(visitor, '/api/visitor-thread/entries', { text }, key);
}

interface SeenThread {
  entries: { from: string; text: string }[];
  recovery: { state: string } | null;
}

/** The conversation as the visitor sees it. */
export async function readAsVisitor(visitor: Page, key: VisitorKey): Promise<SeenThread> {
  return (await post(visitor, '/api/visitor-thread/read', undefined, key)).json();
}

async function post(visitor: Page, path: string, data: unknown, key?: VisitorKey): Promise<APIResponse> {
  const { origin } = new URL((await visitor.request.get('/api/health')).url());
  const headers = {
    origin,
    'idempotency-key': crypto.randomUUID(),
    ...(key === undefined ? {} : { authorization: `Bearer ${key.number}.${key.secret}` }),
  };
  const answer = await visitor.request.post(path, { headers, ...(data === undefined ? {} : { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer;
}
