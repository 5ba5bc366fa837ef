import { cosignaturesOf, openCheckpoint, parseNote } from '@tercet/fair';
import type { BookStore } from './store.ts';
import type { WitnessLink } from './witness.ts';

/** A signed tree of the book that a party outside the database knows. */
export interface Claim {
  /** Name of the party, for people. */
  who: string;
  size: number;
  /** Hex. */
  root: string;
  /** Signed note with its cosignatures. Null if only size and root are known. */
  note: string | null;
}

/** Places where the book is published, and its witnesses. */
export interface ExternalSources {
  stores: readonly { name: string; store: Pick<BookStore, 'get'> }[];
  witnesses: readonly WitnessLink[];
}

export interface Answers {
  claims: Claim[];
  /** Parties without a valid answer, and why. */
  silent: string[];
  /**
   * False if a store, or at least half of the witnesses, did not answer: then a newer tree head may be missing.
   */
  enough: boolean;
}

/** Margin in seconds before our newest tree head when asking witnesses. */
const BEFORE_SECONDS = 3_600;
/** How long witnesses keep cosigned notes, in seconds. */
const KEPT_SECONDS = 90 * 86_400;

/** Asks all stores and witnesses for their knowledge of the book. `sinceS` and `nowS` are Unix seconds. */
export async function askExternalSources(
  { stores, witnesses }: ExternalSources,
  book: { origin: string; logKeys: readonly string[] },
  { sinceS, nowS }: { sinceS: number; nowS: number },
): Promise<Answers> {
  const silent: string[] = [];
  const heard = async (who: string, ask: () => Promise<Claim[]>): Promise<Claim[] | null> => {
    try {
      return await ask();
    } catch (error) {
      silent.push(`${who}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
  const ofStores = await Promise.all(
    stores.map(({ name, store }) => heard(name, () => claimOfStore(name, store, book))),
  );
  const span = { from: Math.max(sinceS - BEFORE_SECONDS, nowS - KEPT_SECONDS, 1), to: nowS + BEFORE_SECONDS };
  const ofWitnesses = await Promise.all(
    witnesses.map((link) => heard(`witness ${link.url}`, () => claimsOfWitness(link, book, span))),
  );
  const answered = ofWitnesses.filter((claims) => claims !== null).length;
  return {
    claims: [...ofStores, ...ofWitnesses].flatMap((claims) => claims ?? []),
    silent,
    enough: ofStores.every((claims) => claims !== null) && (witnesses.length === 0 || answered * 2 > witnesses.length),
  };
}

async function claimOfStore(
  who: string,
  store: Pick<BookStore, 'get'>,
  { origin, logKeys }: { origin: string; logKeys: readonly string[] },
): Promise<Claim[]> {
  const bytes = await store.get('checkpoint');
  if (bytes === null) return [];
  const note = Buffer.from(bytes).toString();
  const checkpoint = openCheckpoint(note, logKeys);
  if (!checkpoint) throw new Error('its checkpoint is not signed by the key of this book');
  if (checkpoint.origin !== origin) throw new Error(`it serves a different book: ${checkpoint.origin}`);
  return [{ who, size: checkpoint.size, root: checkpoint.root, note }];
}

/** Claims of a witness. Only notes signed by the book's key and cosigned by this witness count. */
async function claimsOfWitness(
  link: WitnessLink,
  { origin, logKeys }: { origin: string; logKeys: readonly string[] },
  span: { from: number; to: number },
): Promise<Claim[]> {
  const notes = await link.cosigned(origin, span);
  return notes.flatMap((note) => {
    const checkpoint = openCheckpoint(note, logKeys);
    if (checkpoint?.origin !== origin || parseNote(note) === null) return [];
    if (cosignaturesOf(note, [link.vkey]).length === 0) return [];
    return [{ who: `witness ${link.url}`, size: checkpoint.size, root: checkpoint.root, note }];
  });
}
