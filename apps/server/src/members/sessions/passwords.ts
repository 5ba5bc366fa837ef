import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { Refusal } from '../../refusal.ts';

/** argon2id, 19 MiB, two passes, one lane: about 20 ms of a core. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const PASSWORDS_WAITING_MAX = 64;

export interface Passwords {
  /** A hash to store. Throws `busy` when too many wait. */
  hash(password: string): Promise<string>;
  /** Whether `password` is the one of `stored`. Without a stored hash (no such member) the same work gives false. */
  matches(password: string, stored: string | null): Promise<boolean>;
}

export interface PasswordsQueue extends Passwords {
  /** Callers that wait for their turn. */
  waiting(): number;
}

export interface PasswordsOptions {
  /** Hashes computed at once. They run on libuv's four threads; two are left to the rest of the server. */
  atOnceMax?: number;
  /** Callers that may wait for their turn; those beyond are refused at once. */
  waitingMax?: number;
}

/** Password hashing with a bounded queue, so that sign-ins cannot starve bets of processor time. */
export function createPasswords(options: PasswordsOptions = {}): PasswordsQueue {
  const { inTurn, waiting } = createQueue(options.atOnceMax ?? 2, options.waitingMax ?? PASSWORDS_WAITING_MAX);
  // Made once, with the cost of the real ones; nobody's password.
  let nobody: Promise<string> | undefined;

  async function hash(password: string): Promise<string> {
    return inTurn(() => argonHash(normal(password), COST));
  }

  async function hashOfNobody(): Promise<string> {
    nobody ??= inTurn(() => argonHash('nobody', COST));
    // One that found no place is made again: it would refuse all that are nobody, for good.
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

/** The same password typed on another keyboard may arrive as other code points. */
function normal(password: string): string {
  return password.normalize('NFKC');
}

interface Turns {
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

function createQueue(atOnceMax: number, waitingMax: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new Refusal('busy');
      // Who is woken takes over the place of who woke him, so `running` stays as it is.
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
