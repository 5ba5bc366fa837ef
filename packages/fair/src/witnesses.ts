/** How many witnesses a policy really names, and which of them the reader knows. */
import type { Cosignature } from './checkpoint.ts';
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
 * Whether as many of the reader's own witnesses as the quorum had cosigned a checkpoint by a moment (Unix seconds,
 * included). True where the reader names none, and where the table does not. `cosignatures` are those of the table's
 * witnesses, one of each.
 */
export function isConfirmedBy(
  cosignatures: readonly Cosignature[],
  by: number,
  { quorum, confirmed }: { quorum: string; confirmed: readonly string[] | undefined },
): boolean {
  if (confirmed === undefined || quorum === '0') return true;
  const own = new Set(confirmed.map(publicOf));
  const seen = cosignatures.filter(({ witness, atSeconds }) => own.has(publicOf(witness)) && atSeconds <= by);
  return seen.length >= Number(quorum);
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
