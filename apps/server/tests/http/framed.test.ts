import { afterAll, beforeAll, expect, test } from 'vitest';
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
