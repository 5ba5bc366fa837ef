import { type ReactNode, Suspense } from 'react';
import { FailureSheet } from './failure-sheet.tsx';
import styles from './failure-text.module.css';
import { FailureAction, useFailureText } from './failure-text.tsx';
import { PartBoundary } from './part-boundary.tsx';

interface PartProps {
  /** Shown while the code loads. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Wraps a lazily loaded part. A load failure shows in its place. */
export function Part({ waiting, children }: PartProps) {
  return (
    <PartBoundary lost={(error) => <LostPart error={error} />}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </PartBoundary>
  );
}

function LostPart({ error }: { error: unknown }) {
  const text = useFailureText();
  return (
    <div role="status" className={styles.part}>
      <p>{text(error)}</p>
      <FailureAction error={error} />
    </div>
  );
}

interface SheetPartProps {
  onClose(): void;
  children: ReactNode;
}

/** Wraps a lazily loaded sheet. Nothing shows while its code loads. */
export function SheetPart({ onClose, children }: SheetPartProps) {
  return (
    <PartBoundary lost={(error) => <FailureSheet error={error} onClose={onClose} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </PartBoundary>
  );
}
