/** Where the member is in the sheet of past draws. */
export interface HistoryPlace {
  view: 'list' | 'grid' | 'counts';
  scrollPx: number;
}

const PLACES_MAX = 20;

/** By key of the page's history entry, the oldest first. */
const places = new Map<string, HistoryPlace>();

/**
 * Keeps the place for the entry of the browser's history, so that Back from a check leads to it. It is kept while the
 * sheet, or a draw that was opened from it, is on screen.
 */
export function keepHistoryPlace(entry: string, place: HistoryPlace): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

export function keptHistoryPlace(entry: string): HistoryPlace | null {
  return places.get(entry) ?? null;
}

export function forgetHistoryPlace(entry: string): void {
  places.delete(entry);
}
