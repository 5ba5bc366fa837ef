import { type BookStore, browserStore } from '../book/book-store.ts';

/** A witness of a book and the address at which it is asked. */
export interface PinnedWitness {
  /** Verifier key. */
  vkey: string;
  url: string;
}

/** What the reader confirmed of a book by their own act. */
export interface BookPin {
  /** Name of the book. */
  origin: string;
  /** Verifier key. Changes that it announces lead on from it. */
  logKey: string;
  witnesses: readonly PinnedWitness[];
  pinnedAtMs: number;
  /** True for the book of the house whose page this is: what the house names later does not change that. */
  own: boolean;
}

/** Pins that storage did not take. They hold as long as the page lives. */
const unkept = new Map<string, BookPin>();

const nameOf = (origin: string) => `pin ${origin}`;
/** Holds the name of this house's book. */
const OWN = 'own-pin';

/** Null where the reader has pinned nothing of this book. */
export async function readPin(origin: string, store: BookStore = browserStore): Promise<BookPin | null> {
  return (await store.read<BookPin>(nameOf(origin))) ?? unkept.get(origin) ?? null;
}

/** What the reader confirmed of this house's own book. */
export async function readOwnPin(store: BookStore = browserStore): Promise<BookPin | null> {
  const origin = await store.read<string>(OWN);
  if (origin !== null) return readPin(origin, store);
  return [...unkept.values()].find(({ own }) => own) ?? null;
}

/** False where the browser does not keep it: it then holds until the page is closed. */
export async function keepPin(pin: BookPin, store: BookStore = browserStore): Promise<boolean> {
  unkept.set(pin.origin, pin);
  await store.change<BookPin>(nameOf(pin.origin), () => pin);
  if (pin.own) await store.change<string>(OWN, () => pin.origin);
  const isKept = (await store.read<BookPin>(nameOf(pin.origin)))?.logKey === pin.logKey;
  if (isKept) unkept.delete(pin.origin);
  return isKept;
}

export async function removePin(origin: string, store: BookStore = browserStore): Promise<void> {
  unkept.delete(origin);
  await store.change<BookPin>(nameOf(origin), () => null);
  await store.change<string>(OWN, (own) => (own === origin ? null : own));
}
