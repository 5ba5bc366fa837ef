/** Titles remembered, so that two films do not follow each other again and again. */
const REMEMBERED = 50;

/** The first of the related titles that the member has not just watched; null if there is none. */
export function pickNext<T extends { id: string }>(related: readonly T[], watched: readonly string[]): T | null {
  return related.find(({ id }) => !watched.includes(id)) ?? null;
}

/** The titles that were watched one after the other, with `id` as the last. */
export function withWatched(watched: readonly string[], id: string): string[] {
  return [...watched.filter((one) => one !== id), id].slice(-REMEMBERED);
}

/** Reads what the previous film's page handed on; empty if there was none. */
export function watchedOf(state: unknown): string[] {
  const watched = (state as { watched?: unknown } | null)?.watched;
  return Array.isArray(watched) ? watched.filter((one) => typeof one === 'string') : [];
}
