import { localDatabase } from '../storage/local-database.ts';

/** Which draws this phone has checked for which member, and whose evidence was saved. Only this phone writes it. */

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

/** Remembers that a draw was checked and holds. */
export async function noteChecked(memberId: string, drawId: string): Promise<void> {
  await within(DRAWS, 'readwrite', (store) => store.put({ memberId, drawId }));
}

/** How many draws were checked and hold. */
export async function countChecked(memberId: string): Promise<number> {
  return (await within(DRAWS, 'readonly', (store) => store.index(BY_MEMBER).count(memberId)).catch(() => 0)) as number;
}

/** The member has the evidence of a broken bet in a file: only then it may be put away. */
export async function notePutAway(slipId: string): Promise<void> {
  await within(SAVED, 'readwrite', (store) => store.put({ slipId }));
}

export async function putAway(): Promise<Set<string>> {
  const found = await within(SAVED, 'readonly', (store) => store.getAllKeys()).catch(() => []);
  return new Set((found as IDBValidKey[]).map(String));
}
