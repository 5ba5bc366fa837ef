import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { Refusal } from '../../refusal.ts';

/** Argon2id, 19 MiB, two passes, one lane: about 20 ms of a core. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const PASSWORDS_WAITING_MAX = 64;

export interface Passwords {
  /** Hashes a password for storage. Throws `busy` when too many calls wait. */
  hash(password: string): Promise<string>;
  /** Compares a password with a stored hash. Without one (no such member) it does the same work and returns false. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

export interface PasswordsQueue extends Passwords {
  /** Number of waiting callers. */
  waiting(): number;
}

export interface PasswordsOptions {
  /** Hashes computed at once. They run on libuv's four threads; the other two serve the rest of the process. */
  atOnceMax?: number;
  /** Callers that may wait; further ones are refused at once. */
  waitingMax?: number;
}

/** Password hashing with a bounded queue, so that sign-ins cannot take the processor time of bets. */
export function createPasswords(options: PasswordsOptions = {}): PasswordsQueue {
  const { inTurn, waiting } = createQueue(options.atOnceMax ?? 2, options.waitingMax ?? PASSWORDS_WAITING_MAX);
  // Dummy hash with the cost of real ones, made once.
  let nobody: Promise<string> | undefined;

  async function hash(password: string): Promise<string> {
    return inTurn(() => argonHash(normal(password), COST));
  }

  async function hashOfNobody(): Promise<string> {
    nobody ??= inTurn(() => argonHash('nobody', COST));
    // Retry a failed dummy hash; a cached failure would refuse every unknown user name for good.
    nobody.catch(() => {
      nobody = undefined;
    });
    return nobody;
  }

  async function matches(password: string, stored: string | null): Promise<boolean> {
    const against = stored ?? (await hashOfNobody());
    const isRight = await inTurn(() => argonVerify(against, normal(password)));
    return stored !== null && isRight;
  }

  return { hash, matches, waiting };
}

/** Different keyboards may encode the same password with other code points. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

interface WorkQueue {
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

function createQueue(atOnceMax: number, waitingMax: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new Refusal('busy');
      // The woken caller takes over the slot, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return { inTurn, waiting: () => waiting.length };
}
