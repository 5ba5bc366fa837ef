/** Whether this phone has asked a member for a deposit limit before his first top-up. */
const PREFIX = 'tercet.limit-asked.';

export function wasLimitAsked(memberId: string): boolean {
  try {
    return localStorage.getItem(PREFIX + memberId) !== null;
  } catch {
    return false;
  }
}

export function noteLimitAsked(memberId: string): void {
  try {
    localStorage.setItem(PREFIX + memberId, '1');
  } catch {
    // It is asked again then, until the first top-up.
  }
}
