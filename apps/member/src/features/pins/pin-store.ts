import { type BookStore, browserStore } from '../book/book-store.ts';

/** A witness of a book, and the URL where it is queried. */
export interface PinnedWitness {
  /** Verifier key. */
  vkey: string;
  url: string;
}

/** What the user confirmed of a book. */
export interface BookPin {
  /** Name of the book. */
  origin: string;
  /** Verifier key. Later keys follow from its notices of change. */
  logKey: string;
  witnesses: readonly PinnedWitness[];
  pinnedAtMs: number;
  /** True for the book of this page's house, even if the house later names another book. */
  own: boolean;
}

/** Pins that could not be stored. They last until the page is closed. */
const unkept = new Map<string, BookPin>();

const nameOf = (origin: string) => `pin ${origin}`;
/** Key of the name of this house's book. */
const OWN = 'own-pin';

/** The user's pin of a book; null if none. */
export async function readPin(origin: string, store: BookStore = browserStore): Promise<BookPin | null> {
  return (await store.read<BookPin>(nameOf(origin))) ?? unkept.get(origin) ?? null;
}

/** The user's pin of this house's book; null if none. */
export async function readOwnPin(store: BookStore = browserStore): Promise<BookPin | null> {
  const origin = await store.read<string>(OWN);
  if (origin !== null) return readPin(origin, store);
  return [...unkept.values()].find(({ own }) => own) ?? null;
}

/** Stores a pin. False if the browser has no storage; the pin then lasts until the page is closed. */
export async function keepPin(pin: BookPin, store: BookStore = browserStore): Promise<boolean> {
  unkept.set(pin.origin, pin);
  await store.change<BookPin>(nameOf(pin.origin), () => pin);
  if (pin.own) await store.change<string>(OWN, () => pin.origin);
  const isStored = (await store.read<BookPin>(nameOf(pin.origin)))?.logKey === pin.logKey;
  if (isStored) unkept.delete(pin.origin);
  return isStored;
}

export async function removePin(origin: string, store: BookStore = browserStore): Promise<void> {
  unkept.delete(origin);
  await store.change<BookPin>(nameOf(origin), () => null);
  await store.change<string>(OWN, (own) => (own === origin ? null : own));
}
