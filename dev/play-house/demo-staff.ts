import { loadFieldCipher } from '@tercet/server/crypto/field-cipher.ts';
import { rowMacs } from '@tercet/server/crypto/row-macs.ts';
import type { Db } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { createPasswords } from '@tercet/server/members/sessions/passwords.ts';
import { createStaff, listStaff } from '@tercet/server/staff/accounts.ts';
import { DEMO_STAFF } from './house-plan.ts';

/** Adds missing demo staff, as the owner. Only for play houses. */
export async function letInDemoStaff(db: Db, keysDir: string): Promise<void> {
  const passwords = createPasswords();
  const macs = rowMacs(await loadFieldCipher(keysDir), () => {});
  const there = new Set((await listStaff(db, macs)).map(({ name }) => name));
  for (const { name, role, password } of DEMO_STAFF.filter((one) => !there.has(one.name))) {
    const passwordHash = await passwords.hash(password);
    // Their passwords are printed at the start, so they need not choose others.
    const plan = { name, role, passwordHash, passwordGiven: false };
    await transaction(db, (tx) => createStaff(tx, macs, plan, { staff: null, why: null, address: 'seed' }));
  }
}
