import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';

/** The first screen comes first. */
const AFTER_START_MS = 4000;

/** If its script fails to load, the app goes on without it and loads it again when the connection is back. */
const BookStrip = preloadable<object>(() =>
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
