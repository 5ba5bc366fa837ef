import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { withWords } from '../language/spoken.ts';

/** The first screen comes first. */
const AFTER_START_MS = 4000;

/** Without a connection its code cannot come; the app must not fall with it. */
const BookStrip = lazy<ComponentType>(() =>
  withWords(['book'], () => import('./book-strip.tsx'))
    .then(({ BookStrip: Found }) => ({ default: Found }))
    .catch(() => ({ default: () => null })),
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
    <Suspense fallback={null}>
      <BookStrip />
    </Suspense>
  );
}
