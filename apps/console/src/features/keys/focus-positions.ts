/** The row that the reader opened from a list, and the list's query. */
interface Place {
  /** Path that the row linked to. */
  opened: string;
  index: number;
  search: string;
}

const places = new Map<string, Place>();

/** Call when a row of the list at `pathname` is opened. */
export function notePlace(pathname: string, place: Place): void {
  places.set(pathname, place);
}

/** The stored place in the list at `pathname`; undefined unless the reader opened `from` there. */
export function placeIn(pathname: string, from: string): Place | undefined {
  const place = places.get(pathname);
  return place?.opened === from ? place : undefined;
}

/** The focusable element of each row of the page's lists: its link, else its first link or button. */
export function rowStops(): HTMLElement[] {
  return [...document.querySelectorAll('#page [data-row]')].flatMap(
    (row) =>
      row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector<HTMLElement>('a[href], button') ?? [],
  );
}

/** The row at an index, else the last row; null for an empty list. */
export function rowAt(index: number): HTMLElement | null {
  const stops = rowStops();
  return stops[Math.max(0, Math.min(index, stops.length - 1))] ?? null;
}

/** Index of the row that contains the focus; -1 if none does. */
export function rowIndexOf(focused: Element | null): number {
  const row = focused?.closest('#page [data-row]') ?? null;
  return row === null ? -1 : rowStops().findIndex((stop) => row.contains(stop));
}
