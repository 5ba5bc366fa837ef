/** Where somebody left a list: the row that he opened, and how the list was narrowed. */
interface Place {
  /** What the row led to. */
  opened: string;
  index: number;
  search: string;
}

const places = new Map<string, Place>();

/** To be called as a row of the list at `pathname` is opened. */
export function notePlace(pathname: string, place: Place): void {
  places.set(pathname, place);
}

/** Where in the list at `pathname` whoever comes from `from` had been; undefined if he did not go there from it. */
export function placeIn(pathname: string, from: string): Place | undefined {
  const place = places.get(pathname);
  return place?.opened === from ? place : undefined;
}

/** Where keys stop in each row of the page's lists: at the link that it is, else at the first thing to do in it. */
export function rowStops(): HTMLElement[] {
  return [...document.querySelectorAll('#page [data-row]')].flatMap(
    (row) =>
      row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector<HTMLElement>('a[href], button') ?? [],
  );
}

/** The row at this place, or the last; null where there are none. */
export function rowAt(index: number): HTMLElement | null {
  const stops = rowStops();
  return stops[Math.max(0, Math.min(index, stops.length - 1))] ?? null;
}

/** The row that has the focus, also where it is on something within it; -1 without one. */
export function rowIndexOf(focused: Element | null): number {
  const row = focused?.closest('#page [data-row]') ?? null;
  return row === null ? -1 : rowStops().findIndex((stop) => row.contains(stop));
}
