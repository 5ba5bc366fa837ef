import { conflictOf, type FateClaim } from '@tercet/fair';
import { localDatabase } from '../storage/local-database.ts';
import type { ToldClaim } from './read-claims.ts';

/** Stores the house's statements about draws, to detect contradictions. Shared by tabs and sessions. */

const STORE = 'claims';
const BY_DRAW = 'draw';
const BY_AGE = 'age';
const BY_CONFLICT = 'conflict';

const database = localDatabase({
  name: 'tercet-claims',
  version: 1,
  upgrade({ result }) {
    const store = result.createObjectStore(STORE, { keyPath: 'id' });
    store.createIndex(BY_DRAW, ['book', 'drawId']);
    store.createIndex(BY_AGE, ['book', 'seenAtMs']);
    store.createIndex(BY_CONFLICT, 'conflict');
  },
});

/** Limit per book. The oldest claims are deleted first, except contradicting ones. */
export const KEPT_MAX = 1000;
const EVIDENCE_CHARS_MAX = 24_000;

/** `house`: from an answer of this house's API or a live message. `file`: pasted, scanned or read from a file. */
export type ClaimSource = 'house' | 'file';

export interface StoredClaim {
  id: string;
  /** `house` for this house and its book; otherwise the name of the book. */
  book: string;
  drawId: string;
  claim: FateClaim;
  source: ClaimSource;
  seenAtMs: number;
  /** JSON of the answer with the claim; shortened if long. */
  evidence: string;
  /** 1 if another claim contradicts it. It is then stored until the member dismisses it. */
  conflict?: 1;
}

export interface Seen {
  book: string;
  source: ClaimSource;
  seenAtMs: number;
}

/**
 * Stores claims in one transaction that excludes other tabs. A claim that adds facts to a known one replaces it.
 *
 * Returns the draws with contradicting claims; none if the browser has no storage.
 */
export async function keepClaims(claims: readonly ToldClaim[], seen: Seen): Promise<string[]> {
  if (claims.length === 0) return [];
  const conflicts = new Set<string>();
  const writing = database.within(STORE, 'readwrite', (store) => {
    const next = (index: number): void => {
      const one = claims[index];
      if (one === undefined) return;
      const request = store.index(BY_DRAW).getAll([seen.book, one.claim.drawId]) as IDBRequest<StoredClaim[]>;
      request.onsuccess = () => {
        if (putBeside(store, request.result, record(one, seen))) conflicts.add(one.claim.drawId);
        next(index + 1);
      };
    };
    next(0);
    return store.count();
  });
  await writing.then(() => forgetOldest(seen.book)).catch(() => undefined);
  return [...conflicts];
}

/** All claims about a draw; empty if the browser has no storage. */
export async function claimsOf(book: string, drawId: string): Promise<StoredClaim[]> {
  const request = database.within(STORE, 'readonly', (store) => store.index(BY_DRAW).getAll([book, drawId]));
  return (await request.catch(() => [])) as StoredClaim[];
}

/** Claims that contradict another one, oldest first. */
export async function conflictingClaims(): Promise<StoredClaim[]> {
  const request = database.within(STORE, 'readonly', (store) => store.index(BY_CONFLICT).getAll());
  const found = (await request.catch(() => [])) as StoredClaim[];
  return found.sort((a, b) => a.seenAtMs - b.seenAtMs);
}

/** Clears the contradiction of a draw's claims after a check explained it, such as a void that witnesses overrode. */
export async function settleClaims(book: string, drawId: string): Promise<void> {
  const found = await claimsOf(book, drawId);
  await database
    .within(STORE, 'readwrite', (store) => {
      for (const { conflict: _conflict, ...stored } of found) store.put(stored);
      return store.count();
    })
    .catch(() => undefined);
}

/** Deletes all claims about a draw. */
export async function forgetClaims(book: string, drawId: string): Promise<void> {
  const found = await claimsOf(book, drawId);
  await database
    .within(STORE, 'readwrite', (store) => {
      for (const { id } of found) store.delete(id);
      return store.count();
    })
    .catch(() => undefined);
}

/** Stores a claim beside the known ones of its draw. True if it contradicts one of them. */
function putBeside(store: IDBObjectStore, known: readonly StoredClaim[], fresh: StoredClaim): boolean {
  const isAgainst = (one: StoredClaim) => conflictOf(one.claim, fresh.claim, null) !== null;
  const others = known.filter(isAgainst);
  for (const other of others) if (other.conflict !== 1) store.put({ ...other, conflict: 1 });
  const agreeing = known.find((one) => !isAgainst(one));
  const next = agreeing === undefined ? fresh : merged(agreeing, fresh);
  if (next === agreeing && (others.length === 0 || next.conflict === 1)) return others.length > 0;
  if (agreeing !== undefined && agreeing.id !== next.id) store.delete(agreeing.id);
  store.put(others.length === 0 ? next : { ...next, conflict: 1 });
  return others.length > 0;
}

/** The claim with more facts; the known one if both are equal. A claim by the house replaces one from a file. */
function merged(known: StoredClaim, fresh: StoredClaim): StoredClaim {
  const a = known.claim;
  const b = fresh.claim;
  const claim: FateClaim = {
    drawId: a.drawId,
    tableHash: a.tableHash ?? b.tableHash,
    seal: a.seal ?? b.seal,
    fate: a.fate ?? b.fate,
    dice: a.dice ?? b.dice,
  };
  const isConfirmed = known.source === 'file' && fresh.source === 'house' && b.fate === claim.fate;
  if (JSON.stringify(claim) === JSON.stringify(a) && !isConfirmed) return known;
  const addsFate = a.fate === null && b.fate !== null;
  const { evidence, source, seenAtMs } = addsFate || isConfirmed ? fresh : known;
  return { ...known, id: idOf(known.book, claim), claim, evidence, source, seenAtMs };
}

function record({ claim, evidence }: ToldClaim, { book, source, seenAtMs }: Seen): StoredClaim {
  const stored = { id: idOf(book, claim), book, drawId: claim.drawId, claim };
  return { ...stored, source, seenAtMs, evidence: evidenceText(evidence) };
}

function idOf(book: string, claim: FateClaim): string {
  return `${book} ${JSON.stringify([claim.drawId, claim.tableHash, claim.seal, claim.fate, claim.dice])}`;
}

/** The answer as text. Drops the book's entries between checkpoints from long answers, since they are public anyway. */
function evidenceText(evidence: unknown): string {
  const whole = JSON.stringify(evidence);
  if (whole.length <= EVIDENCE_CHARS_MAX) return whole;
  const { book, ...draw } = evidence as { book?: Record<string, unknown> };
  if (book === undefined || book === null) return whole.slice(0, EVIDENCE_CHARS_MAX);
  const { entries: _entries, peaks: _peaks, ...shown } = book;
  return JSON.stringify({ ...draw, book: shown }).slice(0, EVIDENCE_CHARS_MAX);
}

async function forgetOldest(book: string): Promise<void> {
  const ofBook = IDBKeyRange.bound([book, 0], [book, Number.MAX_SAFE_INTEGER]);
  await database.within(STORE, 'readwrite', (store) => {
    const counted = store.index(BY_AGE).count(ofBook);
    counted.onsuccess = () => {
      let over = counted.result - KEPT_MAX;
      if (over <= 0) return;
      const walk = store.index(BY_AGE).openCursor(ofBook);
      walk.onsuccess = () => {
        const cursor = walk.result;
        if (cursor === null || over <= 0) return;
        if ((cursor.value as StoredClaim).conflict !== 1) {
          cursor.delete();
          over -= 1;
        }
        cursor.continue();
      };
    };
    return counted;
  });
}
