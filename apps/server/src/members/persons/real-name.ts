import { tidyName } from '@tercet/contract/words.ts';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import { readPerson } from './persons.ts';

const LENGTH_MIN = 2;
const LENGTH_MAX = 80;
/**
 * Letters of any script with their marks and joiners. Between them: spaces, hyphens, apostrophes, and dots including
 * those of Catalan, Chinese and Japanese names. Also "a/l" and " @ " of Malaysian names.
 */
const NAME = /^'?\p{L}(?:[\p{L}\p{M} '.·・゠-]|\u200c|\u200d|(?<=(?:^|[ ])\p{L})\/(?=\p{L}(?: |$))|(?<= )@(?= ))*$/u;
/** More marks on one letter than any script uses. */
const PILED_MARKS = /\p{M}{5}/u;
/** Fault of a tidied name, or null. */
export function nameFault(name: string): RefusalCode | null {
  if (name === '') return 'fill-in';
  const length = [...name].length;
  return length < LENGTH_MIN || length > LENGTH_MAX || !NAME.test(name) || PILED_MARKS.test(name) ? 'name-bad' : null;
}

/**
 * Sets the real name, once. Throws `already-set`, also for the later of two concurrent calls; `fill-in`, `name-bad`.
 */
export async function setRealName(tx: Tx, account: Account, typed: string): Promise<string> {
  const name = goodName(typed);
  const made = await tx.q
    .insertInto('members.real_name')
    .values(await versionOf(tx, account, { version: 1, name, by: null }))
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst();
  if (!made) throw new Refusal('already-set');
  return name;
}

/**
 * Corrects the real name. Bound payees stay; new bindings are checked against the new name. Returns both names. Throws
 * `name-first` when none was given, `not-found`, `fill-in`, `name-bad`, and `already-set` for the later of two
 * concurrent calls.
 */
export async function correctRealName(
  tx: Tx,
  account: Account,
  typed: string,
  by: string,
): Promise<{ before: string; after: string }> {
  const after = goodName(typed);
  const { realName: before } = await readPerson(tx.q, account);
  // The newest version counts. The version is the key, so a concurrent correction conflicts.
  const newest = await tx.q
    .selectFrom('members.real_name')
    .select(['version', 'name'])
    .where(ofMember(account))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest || before === null) throw new Refusal('name-first');
  const version = await versionOf(tx, account, { version: newest.version + 1, name: after, by });
  const made = await tx.q
    .insertInto('members.real_name')
    .values(version)
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst();
  if (!made) throw new Refusal('already-set');
  return { before: newest.name, after };
}

function goodName(typed: string): string {
  const name = tidyName(typed);
  const fault = nameFault(name);
  if (fault) throw new Refusal(fault, {}, { realName: fault });
  return name;
}

async function versionOf(
  tx: Tx,
  { bucket, memberId }: Account,
  { version, name, by }: { version: number; name: string; by: string | null },
) {
  return { bucket, member_id: memberId, version, name, corrected_by: by, at: await clockNow(tx.q) };
}
