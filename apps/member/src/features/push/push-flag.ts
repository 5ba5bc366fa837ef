const STORED_AS = 'tercet.push';

/** Which member asked for pushed messages in this browser; null if nobody did. Known at once, unlike the worker. */
export function pushMember(): string | null {
  try {
    return localStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}

export function notePushMember(memberId: string | null): void {
  try {
    if (memberId === null) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, memberId);
  } catch {
    // It is then asked for anew with the next page.
  }
}
