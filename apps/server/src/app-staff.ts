import type { Db } from './db/pool.ts';
import type { House } from './house/house.ts';
import type { Passwords } from './members/passwords.ts';
import { countTry, forgive, lookAt, TRY_LIMITS } from './members/tries.ts';
import type { Sealer } from './sealed.ts';
import type { StaffDeps, TryCounter } from './staff/deps.ts';

/** What staff need to sign in; the queue of passwords and the counts of tries are the members'. */
export function openStaff(db: Db, house: Pick<House, 'mode'>, passwords: Passwords, sealer: Sealer): StaffDeps {
  return { db, passwords, tries: staffTries(db), sealer, codeRequired: house.mode !== 'play' };
}

function staffTries(db: Db): TryCounter {
  return {
    async count(name, address) {
      const tried = await countTry(db, TRY_LIMITS, 'staff', { nameKey: name, address });
      return { lookAt: (look) => lookAt(db, tried, look), forgive: (tx) => forgive(tx, tried) };
    },
  };
}
