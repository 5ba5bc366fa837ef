import { Suspense } from 'react';
import type { Stop } from '../../api/shared/types.ts';
import { PartBoundary } from '../../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { withWords } from '../language/active-language.ts';

/** A stop with the name of its lottery; null for all lotteries. */
export interface NamedStop extends Stop {
  name: string | null;
}

/** Stops are rare: their code and texts load only when there is one. */
const StopNote = preloadable(() => withWords(['stops'], async () => (await import('./stop-note.tsx')).StopNote));

/** Notes about stops of betting, in force or announced. */
export function StopNotes({ stops }: { stops: readonly NamedStop[] }) {
  if (stops.length === 0) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        {stops.map((stop) => (
          <StopNote key={stop.entrySeq} stop={stop} name={stop.name} />
        ))}
      </Suspense>
    </PartBoundary>
  );
}
