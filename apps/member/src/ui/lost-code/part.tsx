import { type ReactNode, Suspense } from 'react';
import { LostSheet } from './lost-sheet.tsx';
import styles from './lost-words.module.css';
import { LostWayOn, useLostText } from './lost-words.tsx';
import { PartBoundary } from './part-boundary.tsx';

interface PartProps {
  /** Shown while its code is on its way. */
  waiting: ReactNode;
  children: ReactNode;
}

/** A part with code of its own. Lost code is told in its place. */
export function Part({ waiting, children }: PartProps) {
  return (
    <PartBoundary lost={(error) => <LostPart error={error} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </PartBoundary>
  );
}

function LostPart({ error }: { error: unknown }) {
  const text = useLostText();
  return (
    <div role="status" className={styles.part}>
      <p>{text(error)}</p>
      <LostWayOn error={error} />
    </div>
  );
}

interface SheetPartProps {
  onClose(): void;
  children: ReactNode;
}

/** A sheet with code of its own, which nobody waits for with it closed. */
export function SheetPart({ onClose, children }: SheetPartProps) {
  return (
    <PartBoundary lost={(error) => <LostSheet error={error} onClose={onClose} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  );
}
