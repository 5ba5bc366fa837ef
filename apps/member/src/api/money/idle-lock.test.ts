import { afterEach, expect, it, vi } from 'vitest';
import { Problem } from '../shared/problem.ts';
import { askBy, unlocked } from './idle-lock.ts';

afterEach(() => askBy(null));

/** A call that is refused as often as `refusals`, and then succeeds. */
function callRefused(refusals: number, code = 'login-password-needed') {
  let left = refusals;
  return vi.fn(async () => {
    if (left-- > 0) throw new Problem(code, 403);
    return 'done';
  });
}

it('sends the same call again once the login password was right', async () => {
  const ask = vi.fn(async () => true);
  askBy(ask);
  const send = callRefused(1);
  await expect(unlocked(send)).resolves.toBe('done');
  expect([ask.mock.calls.length, send.mock.calls.length]).toEqual([1, 2]);
});

it.each([
  ['the member declines', async () => false, 'login-password-needed'],
  ['no screen can ask', null, 'login-password-needed'],
  ['the call is refused for another reason', async () => true, 'finance-password-wrong'],
])('sends nothing again if %s', async (_, ask, code) => {
  askBy(ask);
  const send = callRefused(1, code);
  await expect(unlocked(send)).rejects.toMatchObject({ code });
  expect(send).toHaveBeenCalledOnce();
});

it('asks once for each call', async () => {
  const ask = vi.fn(async () => true);
  askBy(ask);
  await expect(unlocked(callRefused(2))).rejects.toMatchObject({ code: 'login-password-needed' });
  expect(ask).toHaveBeenCalledOnce();
});
