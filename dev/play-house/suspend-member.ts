import { openDb, openPool } from '@tercet/server/db/pool.ts';
import { transaction } from '@tercet/server/db/transaction.ts';
import { suspend } from '@tercet/server/members/account/suspensions.ts';
import { createSessions } from '@tercet/server/members/sessions/sessions.ts';

/** Suspends a member of a running club, as support does in the console. */
export async function suspendMember(ownerUrl: string, memberId: string, reason: string): Promise<void> {
  const db = openDb(openPool({ url: ownerUrl, connectionsMax: 1, applicationName: 'tercet suspend' }));
  try {
    await transaction(db, (tx) => suspend(tx, createSessions(db), memberId, { reason, until: null }));
  } finally {
    await db.destroy();
  }
}
