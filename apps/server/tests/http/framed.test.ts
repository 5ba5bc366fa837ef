import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { setServicePage } from '../../src/house/service.ts';
import { type Club, openClub } from '../kit/club.ts';
import { call, openServer } from './server.ts';

let club: Club;

beforeAll(async () => {
  club = await openClub();
});

afterAll(() => club.close());

test('pages may show the payment provider’s frame where there is one, and nobody else’s', async () => {
  const policies = [];
  for (const payments of [
    { kind: 'none' } as const,
    { kind: 'sandbox', url: 'http://127.0.0.1:3015', secret: 's'.repeat(32) } as const,
  ]) {
    const server = await openServer(club, { payments });
    const { headers } = await call(server, '/BindCard');
    policies.push(headers.get('content-security-policy'));
    expect(headers.get('permissions-policy')).toContain('payment=()');
    await server.stop();
  }
  expect(policies[0]).not.toContain('frame-src');
  expect(policies[1]).toMatch(/frame-src http:\/\/127\.0\.0\.1:3015(;|$)/);
});

test('a page of service is framed as soon as the house names it, and no more once it names none', async () => {
  const server = await openServer(club, { payments: { kind: 'none' } });
  const policy = async () => (await call(server, '/ServicePage')).headers.get('content-security-policy');
  const staffId = newId();
  const name = (url: string | null) => transaction(club.api, (tx) => setServicePage(tx, url, staffId));
  const soon = { timeout: 8_000, interval: 300 };
  expect(await policy()).not.toContain('frame-src');
  await name('https://talk.example/club?room=1');
  await vi.waitFor(async () => expect(await policy()).toMatch(/frame-src https:\/\/talk\.example(;|$)/), soon);
  await name(null);
  await vi.waitFor(async () => expect(await policy()).not.toContain('frame-src'), soon);
  await server.stop();
}, 30_000);
