import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';

/** Leaves the first seconds to the first screen. */
const AFTER_START_MS = 4000;

/** If this script fails to load, the app runs without it and tries again when online. */
const BookStrip = preloadable<object>(() =>
  withWords(['book'], async () => (await import('./book-strip.tsx')).BookStrip),
);

/** Follows the book while the app is open, and shows a problem on every screen. */
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
