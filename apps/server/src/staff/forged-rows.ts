import type { MarkedTable, RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { findAccounts } from './account-rows.ts';
import { isGenuine, type ProposalRow } from './proposals.ts';

/**
 * Counts of rows that the server did not write, by table. Challenges are excluded: they live for minutes, and are
 * checked when taken.
 */
export type ForgedRows = Record<'staff.account' | 'staff.session' | 'staff.passkey' | 'staff.proposal', number>;

/** Counts forged rows that would otherwise be in force: accounts, live sessions, passkeys, and open proposals. */
export async function countForged(q: Db | Tx['q'], macs: RowMacs): Promise<ForgedRows> {
  const accounts = await findAccounts(q, macs);
  const { sessions, passkeys, proposals } = await findForged(q, macs);
  return {
    'staff.account': accounts.filter((account) => !account.isGenuine).length,
    'staff.session': sessions.length,
    'staff.passkey': passkeys.length,
    'staff.proposal': proposals.length,
  };
}

async function findForged(q: Db | Tx['q'], macs: RowMacs) {
  const sessions = await q.selectFrom('staff.session').selectAll().where('ended_at', 'is', null).execute();
  const passkeys = await q.selectFrom('staff.passkey').selectAll().where('removed_at', 'is', null).execute();
  const proposals = await q.selectFrom('staff.proposal').selectAll().where('decision', 'is', null).execute();
  const isForged = <T extends MarkedTable>(table: T, row: Parameters<typeof macs.of<T>>[1] & { mac: string | null }) =>
    !macs.isGenuine(table, row, row.mac);
  return {
    sessions: sessions.filter((row) => isForged('staff.session', row)),
    passkeys: passkeys.filter((row) => isForged('staff.passkey', row)),
    proposals: proposals.filter((row: ProposalRow) => !isGenuine(macs, row)),
  };
}

/** Deletes forged sessions, passkeys and proposals. Forged accounts stay; they open nothing. Run by the owner. */
export async function sweepForged(tx: Tx, macs: RowMacs): Promise<Omit<ForgedRows, 'staff.account'>> {
  const { sessions, passkeys, proposals } = await findForged(tx.q, macs);
  for (const { token_hash } of sessions)
    await tx.q.deleteFrom('staff.session').where('token_hash', '=', token_hash).execute();
  for (const { id } of passkeys) await tx.q.deleteFrom('staff.passkey').where('id', '=', id).execute();
  for (const { id } of proposals) await tx.q.deleteFrom('staff.proposal').where('id', '=', id).execute();
  return {
    'staff.session': sessions.length,
    'staff.passkey': passkeys.length,
    'staff.proposal': proposals.length,
  };
}
