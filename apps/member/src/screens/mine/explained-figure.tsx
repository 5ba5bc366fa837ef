import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { SheetPart } from '../../ui/load-failure/part.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import styles from './explained-figure.module.css';

const MeaningSheet = preloadable(async () => (await import('./meaning-sheet.tsx')).MeaningSheet);

interface ExplainedFigureProps {
  of: 'level' | 'checkScore';
  /** The member's level; only for `level`. */
  level?: number;
  className?: string;
  children: ReactNode;
}

/** A figure. A tap opens a sheet that explains it. */
export function ExplainedFigure({ of, level, className, children }: ExplainedFigureProps) {
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
