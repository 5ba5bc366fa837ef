import type { Config } from '../config/config.ts';
import { ageMinOf } from '../config/identity.ts';
import type { Db } from '../db/pool.ts';
import { faceNames } from '../house/face.ts';
import { statedFunds } from '../house/stated-funds.ts';
import type { MembersDeps } from '../members/deps.ts';
import { loadPersonKey } from '../members/persons/person-keys.ts';
import { ATTEMPT_LIMITS } from '../members/sessions/attempts.ts';
import type { Passwords } from '../members/sessions/passwords.ts';
import { loadPepper } from '../members/sessions/pepper.ts';
import type { Sessions } from '../members/sessions/sessions.ts';
import { allNamesOfStaff } from '../staff/names.ts';
import { ROLES } from '../staff/roles.ts';
import type { OpenHouse } from './house.ts';

/** Opens the dependencies of members' acts, with the house's own rules. */
export async function openMembers(
  config: Config,
  db: Db,
  { house, statements, agreements }: OpenHouse,
  sessions: Sessions,
  passwords: Passwords,
): Promise<MembersDeps> {
  return {
    db,
    passwords,
    pepper: await loadPepper(config.keysDir),
    personKey: await loadPersonKey(config.keysDir),
    sessions,
    limits: ATTEMPT_LIMITS,
    idleMs: config.memberIdleMs,
    reservedNames: {
      house: house.name,
      roles: ROLES,
      staff: async () => [...(await allNamesOfStaff(db)), ...(await faceNames(db))],
    },
    house: {
      ageMin: ageMinOf(config.admission),
      agreementVersion: agreements.version,
      funds: statedFunds(house, statements),
    },
  };
}
