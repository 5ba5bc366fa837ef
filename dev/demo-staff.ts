import { record } from '@tercet/server/audit/audit.ts';
import type { Db } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { createPasswords } from '@tercet/server/members/passwords.ts';
import { createStaff, listStaff } from '@tercet/server/staff/accounts.ts';
import { DEMO_STAFF } from './house-plan.ts';

/** Lets in those of the demo staff who are not there yet. For play houses alone. */
export async function letInDemoStaff(db: Db): Promise<void> {
  const passwords = createPasswords();
  const there = new Set((await listStaff(db)).map(({ name }) => name));
  for (const { name, role, password } of DEMO_STAFF.filter((one) => !there.has(one.name))) {
    const passwordHash = await passwords.hash(password);
    await transaction(db, async (tx) => {
      // Theirs are printed where they are made; nobody has another to make.
      const staff = await createStaff(tx, { name, role, passwordHash, passwordGiven: false });
      if (!staff) return;
      const subject = `staff/${staff.id}`;
      await record(tx, {
        staff: null,
        act: 'staff-created',
        why: null,
        subject,
        after: { name, role },
        address: 'seed',
      });
    });
  }
}
