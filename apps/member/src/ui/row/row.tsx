import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from '../link/link.tsx';
import styles from './row.module.css';

/** A card of rows. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

interface RowLinkProps {
  to: string;
  icon: ReactNode;
  label: string;
  /** At the end of the row, in soft ink. */
  note?: ReactNode;
  /** Navigation state for the target page. */
  state?: unknown;
}

export function RowLink({ to, icon, label, note, state }: RowLinkProps) {
  return (
    <li>
      <Link to={to} state={state} className={styles.row}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.label}>{label}</span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
      </Link>
    </li>
  );
}

interface RowButtonProps {
  icon: ReactNode;
  label: string;
  /** At the end, before the chevron. */
  note?: ReactNode;
  /** `dialog` if the button opens a sheet. */
  opens?: 'dialog';
  onClick(): void;
}

export function RowButton({ icon, label, note, opens, onClick }: RowButtonProps) {
  return (
    <li>
      <button type="button" className={styles.row} aria-haspopup={opens} onClick={onClick}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.label}>{label}</span>
        {note === undefined ? null : (
          <>
            <span className={styles.note}>{note}</span>
            <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
          </>
        )}
      </button>
    </li>
  );
}

/** A row with a control of its own. */
export function RowOf({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{label}</span>
      {children}
    </li>
  );
}
