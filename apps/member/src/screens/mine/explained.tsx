import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { lazyAhead } from '../../ui/lazy-ahead.tsx';
import { SheetPart } from '../../ui/lost-code/part.tsx';
import styles from './explained.module.css';

const MeaningSheet = lazyAhead(async () => (await import('./meaning-sheet.tsx')).MeaningSheet);

interface ExplainedProps {
  of: 'level' | 'checkScore';
  /** The member's, where it is about levels. */
  level?: number;
  className?: string;
  children: ReactNode;
}

/** A figure that a tap explains. */
export function Explained({ of, level, className, children }: ExplainedProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={classNames(styles.explained, className)}
        onClick={() => setOpen(true)}
      >
        <span>{children}</span>
        <Info size={16} strokeWidth={1.75} aria-hidden="true" className={styles.sign} />
      </button>
      {open === null ? null : (
        <SheetPart onClose={() => setOpen(null)}>
          <MeaningSheet of={of} level={level} open={open} onOpenChange={setOpen} />
        </SheetPart>
      )}
    </>
  );
}
