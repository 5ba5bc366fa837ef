import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { splitColumns } from './fitting-columns.ts';

interface Fit<T> {
  /** For the element around the table. */
  ref: RefObject<HTMLDivElement | null>;
  inTable: T[];
  /** Columns that do not fit, for a second line below the name. */
  below: T[];
}

/** Moves columns out of a table that is wider than its place. Measures before the browser paints. */
export function useFittingColumns<T extends { key: string; atEnd?: boolean }>(columns: readonly T[]): Fit<T> {
  const ref = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState(0);
  const widthPx = useRef(0);
  const [, measureAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const place = ref.current;
    if (place !== null && place.scrollWidth > place.clientWidth + 1 && moved < columns.length - 1) setMoved(moved + 1);
  });
  useEffect(() => {
    if (ref.current === null) return;
    const watch = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.width ?? 0;
      // In a wider place more columns may fit, in a narrower one fewer.
      if (next > widthPx.current) setMoved(0);
      else if (next < widthPx.current) measureAgain();
      widthPx.current = next;
    });
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return { ref, ...splitColumns(columns, moved) };
}
