/** How many witnesses a policy really names. */
import type { TableEntry } from './entry-types.ts';
import { NOTE_COSIGNATURE, parseVerifierKey } from './note.ts';
import type { TimeGap } from './proof.ts';

/** With fewer the time of a seal is not proven, nor that all readers see one book. */
const WITNESSES_MIN = 3;

/**
 * Witness keys that are well-formed, different, and none of the house's own keys (public keys in hex). Who holds a key
 * cannot be seen from it: that the operators are independent is for the reader to judge.
 */
function witnessCount(witnesses: readonly string[], houseKeys: readonly string[] = []): number {
  const keys = witnesses.map(parseVerifierKey).filter((key) => key?.algorithm === NOTE_COSIGNATURE);
  const distinct = new Set(keys.map((key) => key?.publicKey ?? ''));
  for (const key of houseKeys) distinct.delete(key);
  return distinct.size;
}

/**
 * Whether the reader's own witnesses vouch for a checkpoint that met a table's policy: so few of the table's witnesses
 * are unconfirmed that no quorum can do without a confirmed one; or the table names all that the reader confirmed, and
 * one of them cosigned the checkpoint. `cosigned` are the keys that did.
 */
export function areConfirmed(
  { witnesses, quorum }: Pick<TableEntry, 'witnesses' | 'quorum'>,
  confirmed: readonly string[],
  cosigned: readonly string[],
): boolean {
  const own = new Set(confirmed.map(publicOf));
  const named = new Set(witnesses.map(publicOf));
  const unconfirmed = [...named].filter((key) => !own.has(key));
  if (unconfirmed.length < Number(quorum)) return true;
  return [...own].every((key) => named.has(key)) && cosigned.some((key) => own.has(publicOf(key)));
}

function publicOf(vkey: string): string {
  return parseVerifierKey(vkey)?.publicKey ?? vkey;
}

/** Why the witnesses of a policy prove no time; null where they do. `logKeys` are the book's keys. */
export function witnessGapOf(
  policy: Pick<TableEntry, 'witnesses' | 'quorum'> & { receipt_key?: string },
  logKeys: readonly string[],
): Extract<TimeGap, 'no-witnesses' | 'few-witnesses'> | null {
  if (policy.quorum === '0') return 'no-witnesses';
  const bookKeys = logKeys.map((key) => parseVerifierKey(key)?.publicKey ?? '');
  const count = witnessCount(policy.witnesses, [policy.receipt_key ?? '', ...bookKeys]);
  return count < WITNESSES_MIN ? 'few-witnesses' : null;
}
