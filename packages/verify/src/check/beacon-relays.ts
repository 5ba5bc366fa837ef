/** Fetches a round of the public beacon from its relays. */
import {
  chainKind,
  chainOfTable,
  lockTime,
  parseDrawId,
  QUICKNET,
  QUICKNET_RELAYS,
  roundFor,
  type TableEntry,
  timeOfRound,
  verifyBeaconRound,
} from '@tercet/fair';
import { getBytes } from '../net/get-bytes.ts';
import type { Guard } from '../net/guard.ts';

const LIMITS = { bytesMax: 65_536, timeoutMs: 5000 };

/**
 * The verified signature of a draw's round. Undefined for a house-run beacon, before the round is due, and where no
 * relay serves a valid one. Skips relays that send false or stale answers, or none.
 */
export async function askBeacon(
  drawId: string,
  table: TableEntry,
  terms: { relays: readonly string[]; guard: Guard; nowMs: number },
): Promise<string | undefined> {
  const chain = chainOfTable(table);
  const round = roundOf(drawId, table);
  if (round === null || terms.nowMs < timeOfRound(round, chain) * 1000) return undefined;
  for (const relay of terms.relays.length > 0 ? terms.relays : QUICKNET_RELAYS) {
    const signature = await signatureFrom(`${relay}/${QUICKNET.hash}/public/${round}`, terms.guard);
    if (typeof signature === 'string' && verifyBeaconRound(chain, round, signature)) return signature;
  }
  return undefined;
}

/** The draw's round. Null for a house-run beacon, and where draw id and table give none. */
function roundOf(drawId: string, table: TableEntry): number | null {
  const chain = chainOfTable(table);
  const id = parseDrawId(drawId);
  if (chainKind(chain) !== 'quicknet' || id === null) return null;
  try {
    return roundFor(lockTime(id.period, Number(table.period_seconds)), chain);
  } catch {
    return null;
  }
}

async function signatureFrom(url: string, guard: Guard): Promise<unknown> {
  try {
    const bytes = await getBytes(url, LIMITS, guard);
    return bytes === null ? null : (JSON.parse(new TextDecoder().decode(bytes)) as { signature?: unknown }).signature;
  } catch {
    return null;
  }
}
