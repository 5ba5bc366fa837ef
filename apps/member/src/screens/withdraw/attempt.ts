/** A withdrawal that was sent and of which no answer came; it lives as long as the tab. */
export interface Attempt {
  idempotencyKey: string;
  amountMinor: string;
}

/** Cleared with the drafts when the member leaves. */
const STORED_AS = 'tercet.slip.withdrawal';

export function keptAttempt(): Attempt | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}

export function keepAttempt(attempt: Attempt | null): void {
  try {
    if (attempt === null) sessionStorage.removeItem(STORED_AS);
    else sessionStorage.setItem(STORED_AS, JSON.stringify(attempt));
  } catch {
    // Full or closed storage: it is then known to this page only.
  }
}
