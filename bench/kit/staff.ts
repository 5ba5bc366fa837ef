import { loadFieldCipher } from '@tercet/server/crypto/field-cipher.ts';
import { rowMacs } from '@tercet/server/crypto/row-macs.ts';
import { openDb } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { createStaff } from '@tercet/server/staff/accounts.ts';
import { startStaffSession } from '@tercet/server/staff/sessions.ts';
import type { BenchClub } from './club.ts';

/** Creates an owner of the house. Returns the token of their session. */
export async function signInOwner(club: BenchClub): Promise<string> {
  const macs = rowMacs(await loadFieldCipher(club.keysDir), () => {});
  const plan = { name: 'bench', role: 'owner', passwordHash: '-', passwordGiven: false } as const;
  const { token } = await transaction(openDb(club.owner), async (tx) => {
    const staff = await createStaff(tx, macs, plan, { staff: null, why: null, address: 'bench' });
    if (staff === null) throw new Error('the staff member could not sign in');
    return startStaffSession(tx, macs, staff, '127.0.0.1');
  });
  return token;
}
