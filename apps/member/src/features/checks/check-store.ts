import { localDatabase } from '../storage/local-database.ts';

/**
 * Stores which draws this phone has checked for which member, and which breaches the member has saved and dismissed.
 */

const DRAWS = 'draws';
const SAVED = 'saved';
const BY_MEMBER = 'memberId';

const { within } = localDatabase({
  name: 'tercet-checks',
  version: 1,
  upgrade({ result }) {
    const draws = result.createObjectStore(DRAWS, { keyPath: ['memberId', 'drawId'] });
    draws.createIndex(BY_MEMBER, 'memberId');
    result.createObjectStore(SAVED, { keyPath: 'slipId' });
  },
});

/** Stores that a draw was checked without a breach. */
export async function noteChecked(memberId: string, drawId: string): Promise<void> {
  await within(DRAWS, 'readwrite', (store) => store.put({ memberId, drawId }));
}

/** Number of draws that were checked without a breach. */
export async function countChecked(memberId: string): Promise<number> {
  return (await within(DRAWS, 'readonly', (store) => store.index(BY_MEMBER).count(memberId)).catch(() => 0)) as number;
}

/** Stores that the member saved the evidence of a breach, which permits dismissing it. */
export async function notePutAway(slipId: string): Promise<void> {
  await within(SAVED, 'readwrite', (store) => store.put({ slipId }));
}

export async function putAway(): Promise<Set<string>> {
  const found = await within(SAVED, 'readonly', (store) => store.getAllKeys()).catch(() => []);
  return new Set((found as IDBValidKey[]).map(String));
}
