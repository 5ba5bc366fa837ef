/** Counts the witnesses of a policy, and those that the reader knows. */
import type { Cosignature } from './checkpoint.ts';
import type { TableEntry } from './entry-types.ts';
import { NOTE_COSIGNATURE, parseVerifierKey } from './note.ts';
import type { TimeGap } from './proof.ts';

/** Fewest witnesses that prove the time of a seal, and that all readers see one book. */
const WITNESSES_MIN = 3;

/**
 * Number of distinct, well-formed witness keys other than the house's own (public keys in hex). A key does not show who
 * holds it: the reader must judge whether the operators are independent.
 */
function witnessCount(witnesses: readonly string[], houseKeys: readonly string[]): number {
  const distinct = new Set<string>();
  for (const vkey of witnesses) {
    const key = parseVerifierKey(vkey);
    if (key?.algorithm === NOTE_COSIGNATURE) distinct.add(key.publicKey);
  }
  for (const key of houseKeys) distinct.delete(key);
  return distinct.size;
}

/**
 * Whether a quorum of the reader's own witnesses had cosigned a checkpoint by a time (Unix seconds, included). True
 * where the reader or the table names none. `cosignatures` has one cosignature of each of the table's witnesses.
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

/** Public keys of verifier keys, in hex. Texts that are none are left out. */
export function publicKeysOf(vkeys: readonly string[]): string[] {
  return vkeys.flatMap((vkey) => parseVerifierKey(vkey)?.publicKey ?? []);
}

function publicOf(vkey: string): string {
  return parseVerifierKey(vkey)?.publicKey ?? vkey;
}

/** Why a policy's witnesses prove no time; null where they do. `logKeys` are the book's keys. */
export function witnessGapOf(
  policy: Pick<TableEntry, 'witnesses' | 'quorum'> & { receipt_key?: string },
  logKeys: readonly string[],
): Extract<TimeGap, 'no-witnesses' | 'few-witnesses'> | null {
  if (policy.quorum === '0') return 'no-witnesses';
  const count = witnessCount(policy.witnesses, [policy.receipt_key ?? '', ...publicKeysOf(logKeys)]);
  return count < WITNESSES_MIN ? 'few-witnesses' : null;
}
