/** Ids of withdrawals submitted on this page, whose messages need no toast. */
const ids = new Set<string>();

const SAID_BY_THE_SCREEN = ['withdrawal-submitted', 'withdrawal-in-review'];

export function noteMyAct(id: string): void {
  ids.add(id);
}

export function isMyAct({ kind, params }: { kind: string; params: Record<string, string | number> }): boolean {
  // Changing the login password ends all other sessions, so the remaining one made the change.
  if (kind === 'login-password-changed') return true;
  return SAID_BY_THE_SCREEN.includes(kind) && ids.has(String(params.withdrawalId));
}
