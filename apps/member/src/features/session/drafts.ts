/** Everything that the app keeps for one member in this browser carries this prefix, so that it can go in one sweep. */
const PREFIX = 'tercet.slip';
const OWNER = 'tercet.owner';

function sweep(storage: Storage): void {
  for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
}

/** Forgets slips being put together and last bets. */
export function clearDrafts(): void {
  try {
    sweep(sessionStorage);
    sweep(localStorage);
    sessionStorage.removeItem(OWNER);
  } catch {
    // Closed storage holds nothing to forget.
  }
}

/** Notes whose drafts these are. False if they were another member's: whoever comes next must not see them. */
export function rememberOwner(memberId: string): boolean {
  try {
    const before = sessionStorage.getItem(OWNER);
    sessionStorage.setItem(OWNER, memberId);
    return before === null || before === memberId;
  } catch {
    return true;
  }
}
