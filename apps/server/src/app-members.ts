import type { OpenHouse } from './app-house.ts';
import type { Config } from './config.ts';
import { ageMinOf } from './config-identity.ts';
import type { Db } from './db/pool.ts';
import type { MembersDeps } from './members/deps.ts';
import type { Passwords } from './members/passwords.ts';
import { loadPepper } from './members/pepper.ts';
import { loadPersonKey } from './members/person-keys.ts';
import type { Sessions } from './members/sessions.ts';
import { TRY_LIMITS } from './members/tries.ts';
import { allNamesOfStaff } from './staff/names.ts';
import { ROLES } from './staff/roles.ts';

/** What the acts of members need, with the house's own rules. */
export async function openMembers(
  config: Config,
  db: Db,
  { house, agreements }: Pick<OpenHouse, 'house' | 'agreements'>,
  sessions: Sessions,
  passwords: Passwords,
): Promise<MembersDeps> {
  return {
    db,
    passwords,
    pepper: await loadPepper(config.keysDir),
    personKey: await loadPersonKey(config.keysDir),
    sessions,
    limits: TRY_LIMITS,
    keptNames: { own: [house.name, ...ROLES], staff: () => allNamesOfStaff(db) },
    house: { ageMin: ageMinOf(config.admission), agreementVersion: agreements.version },
  };
}
