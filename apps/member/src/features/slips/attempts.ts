import type { SlipBody } from '../../api/slips.ts';

/** Sends of slips whose answer has not come, one a lottery; they live as long as the tab. */

const PREFIX = 'tercet.slip.attempt.';

/** The same key and body go again, so that the slip counts once. */
export interface Attempt {
  idempotencyKey: string;
  body: SlipBody;
}

export function keptAttempt(lotteryKey: string): Attempt | null {
  return read(`${PREFIX}${lotteryKey}`);
}

export function keepAttempt(lotteryKey: string, attempt: Attempt | null): void {
  try {
    if (attempt === null) sessionStorage.removeItem(`${PREFIX}${lotteryKey}`);
    else sessionStorage.setItem(`${PREFIX}${lotteryKey}`, JSON.stringify(attempt));
  } catch {
    // Full or closed storage: the send is then known to this page only.
  }
}

/** The keys of all sends that are still unsure. */
export function keptAttempts(): string[] {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => read(name)?.idempotencyKey).filter((key) => key !== undefined);
  } catch {
    return [];
  }
}

function read(name: string): Attempt | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}
