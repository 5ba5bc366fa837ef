import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '../../src/staff/roles.ts';
import { CALLS_BY_ROLE } from '../staff/calls-by-role.ts';
import { openConsole, type TestConsole } from './console.ts';

let at: TestConsole;
beforeAll(async () => {
  at = await openConsole();
});
afterAll(() => at.close());

test.each(ROLES)('the console is told all that %s may call on a whole server, and nothing else', async (role) => {
  const { body } = await at.get('/api/console/me', at.staff[role]);
  const mayCall = Object.entries(CALLS_BY_ROLE).filter(([, roles]) => (roles as readonly string[]).includes(role));
  const named = mayCall.map(([call]) => call.replaceAll(/:(\w+)/g, '{$1}'));
  expect((body as unknown as { acts: string[] }).acts.sort()).toEqual(named.sort());
});
