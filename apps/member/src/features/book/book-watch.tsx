import { Suspense, useEffect, useState } from 'react';
import { lazyAhead } from '../../ui/lazy-ahead.tsx';
import { PartBoundary } from '../../ui/lost-code/part-boundary.tsx';
import { withWords } from '../language/spoken.ts';

/** The first screen comes first. */
const AFTER_START_MS = 4000;

/** If its script fails to load, the app goes on without it and loads it again when the connection is back. */
const BookStrip = lazyAhead<object>(() =>
  withWords(['book'], async () => (await import('./book-strip.tsx')).BookStrip),
);

/** Follows the book as long as the app is open, and says so on every screen if it does not add up. */
export function BookWatch() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!due) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        <BookStrip />
      </Suspense>
    </PartBoundary>
  );
}
