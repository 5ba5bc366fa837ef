import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { House } from '../house/house.ts';
import { ATTEMPT_LIMITS, countAttempt, lookAtSecret, network, WrongSecret } from '../members/sessions/attempts.ts';
import type { Passwords } from '../members/sessions/passwords.ts';
import { Refusal } from '../refusal.ts';
import type { AttemptCounter, StaffDeps } from '../staff/deps.ts';
import { STAFF_IDLE_MS } from '../staff/sessions.ts';
import { peopleOf } from '../staff/two-people.ts';

/** Opens staff sign-in. It shares the password queue and the counters of attempts with members. */
export function openStaff(
  db: Db,
  house: Pick<House, 'mode'>,
  passwords: Passwords,
  { cipher, macs }: { cipher: FieldCipher; macs: RowMacs },
  idleMs = STAFF_IDLE_MS,
): StaffDeps {
  return {
    db,
    passwords,
    attempts: staffAttempts(db),
    cipher,
    macs,
    people: peopleOf(macs),
    codeRequired: house.mode !== 'play',
    idleMs,
    async countChallenge(address) {
      await countAttempt(db, CHALLENGES, 'staff-challenge', { nameKey: null, address });
    },
    countFailure: (name, address) => countFailure(db, name, address),
  };
}

/** Limits of challenges. Requesting one reveals nothing, but each creates a row. */
const CHALLENGES = { ...ATTEMPT_LIMITS, address: 60 };

/**
 * Limits of logged failures, so that a flood does not hide the rest of the log. Unknown names count like any other.
 */
const FAILURES = { ...ATTEMPT_LIMITS, account: 3, address: 10 };

async function countFailure(db: Db, name: string, address: string): Promise<boolean> {
  try {
    await countAttempt(db, FAILURES, 'staff-failure', { nameKey: name, address });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'throttled') return false;
    throw error;
  }
}

/** Limits over all addresses. High enough that a remote attacker cannot lock staff out. */
const FROM_ANYWHERE = { ...ATTEMPT_LIMITS, account: 100, address: 1_000 };

/** Counts attempts per name and address first. An attacker elsewhere cannot use them up. */
function staffAttempts(db: Db): AttemptCounter {
  return {
    lookAt: (name, address, look) => {
      const from = { nameKey: `${name} from ${network(address)}`, address };
      return lookAtSecret(db, ATTEMPT_LIMITS, 'staff', from, (here) =>
        lookAtSecret(db, FROM_ANYWHERE, 'staff-anywhere', { nameKey: name, address }, (anywhere) =>
          look({
            async forgive(tx) {
              await here.forgive(tx);
              await anywhere.forgive(tx);
            },
          }),
        ),
      );
    },
    wrong: (...refusal) => new WrongSecret(...refusal),
  };
}
