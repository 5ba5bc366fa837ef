import { Suspense, useEffect, useState } from 'react';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';
import styles from './play-note.module.css';
import { PlayNote } from './play-note.tsx';

/** Leaves the first seconds to the first screen. */
const AFTER_MS = 3_000;

const Links = preloadable(() => withWords(['foot'], async () => (await import('./play-foot-links.tsx')).PlayFootLinks));

/** Foot of the screens that lead to a bet: age, play money or licence, own limits, and help. */
export function PlayFoot() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.foot}>
      <PlayNote />
      {due ? (
        <PartBoundary lost={() => null}>
          <Suspense fallback={null}>
            <Links />
          </Suspense>
        </PartBoundary>
      ) : null}
    </div>
  );
}
