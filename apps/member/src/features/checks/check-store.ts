/** Which draws this phone has checked for which member, and whose evidence was saved. Only this phone writes it. */

const DATABASE = 'tercet-checks';
const DRAWS = 'draws';
const SAVED = 'saved';
const BY_MEMBER = 'memberId';

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

async function within(
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage failed'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      const draws = request.result.createObjectStore(DRAWS, { keyPath: ['memberId', 'drawId'] });
      draws.createIndex(BY_MEMBER, 'memberId');
      request.result.createObjectStore(SAVED, { keyPath: 'slipId' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage is closed'));
  });
}
