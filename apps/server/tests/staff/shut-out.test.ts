import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStaff } from '../../src/app/staff.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import type { StaffDeps } from '../../src/staff/deps.ts';
import { signInStaff } from '../../src/staff/sign-in.ts';
import { type Club, openClub } from '../kit/club.ts';
import { macs } from '../kit/macs.ts';
import { addStaff, STAFF_PASSWORD } from '../kit/staff.ts';
import { openWallet, type TestWallet } from '../kit/wallet.ts';

let club: Club;
let wallet: TestWallet;
let deps: StaffDeps;
beforeAll(async () => {
  club = await openClub();
  wallet = await openWallet(club);
  // The tests count attempts, so passwords are compared without the slow hash.
  const quick = { hash: createPasswords().hash, matches: async (typed: string) => typed === STAFF_PASSWORD };
  deps = openStaff(club.api, { mode: 'play' }, quick, { cipher: wallet.payments.cipher, macs });
});
afterAll(async () => {
  wallet.close();
  await club.close();
});

test('guessing from elsewhere does not lock out a person at their usual address, up to a hundred guesses', async () => {
  const finn = await addStaff(club, 'finance');
  const from = (address: string, password: string) =>
    signInStaff(deps, { name: finn.name, password }, address, async () => {});
  for (let n = 0; n < 30; n++) {
    await expect(from(`198.51.${n}.7`, 'a guess')).rejects.toMatchObject({ code: 'wrong-credentials' });
  }
  await from('192.0.2.1', STAFF_PASSWORD);
  for (let n = 0; n < 100; n++) await from(`203.0.${n}.7`, 'a guess').catch(() => {});
  await expect(from('203.0.200.7', 'a guess')).rejects.toMatchObject({ code: 'throttled' });
});
