import { cosignaturesOf, openCheckpoint, parseNote } from '@tercet/fair';
import type { BookStore } from './store.ts';
import type { WitnessLink } from './witness.ts';

/** A tree of the book that somebody outside the database knows to be signed. */
export interface Claim {
  /** Who says so, in words for people. */
  who: string;
  size: number;
  /** Hex. */
  root: string;
  /** The signed note, with whatever cosignatures it has; null where only size and root are known. */
  note: string | null;
}

/** Where the book is shown, and who has seen it. */
export interface Outside {
  stores: readonly { name: string; store: Pick<BookStore, 'get'> }[];
  witnesses: readonly WitnessLink[];
}

export interface Answers {
  claims: Claim[];
  /** Who gave no proper answer, and why. */
  silent: string[];
  /** False where it may be that nobody who knows was heard: a store, or half of the witnesses, gave no answer. */
  enough: boolean;
}

/** Witnesses are asked about the time since the newest tree head that we have, and this much before it (seconds). */
const BEFORE_SECONDS = 3_600;
/** They keep what they cosigned for so long. */
const KEPT_SECONDS = 90 * 86_400;

/** Asks everybody what they know of the book; `sinceS` and `nowS` are moments in unix seconds. */
export async function askOutside(
  { stores, witnesses }: Outside,
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
  if (!checkpoint) throw new Error('it shows a checkpoint that this book’s key did not sign');
  if (checkpoint.origin !== origin) throw new Error(`it shows another book, ${checkpoint.origin}`);
  return [{ who, size: checkpoint.size, root: checkpoint.root, note }];
}

/** Only what is signed by the book's key and cosigned by the witness's own counts. */
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
