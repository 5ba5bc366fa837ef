import { useTranslations } from 'use-intl';
import { classNames } from '../class-names.ts';
import styles from './mark.module.css';

/**
 * State of a proof. Some states share a drawing and differ by their text.
 *
 * `unproven`: too few witnesses saw the seal in time. `house-run`: the house runs the beacon. `unpinned`: the reader
 * has not confirmed the book's key. `incomplete`: evidence is missing. `overdue`: the house has not published evidence
 * in time.
 */
export type MarkState =
  | 'open'
  | 'sealed'
  | 'drawn'
  | 'checked'
  | 'unproven'
  | 'house-run'
  | 'unpinned'
  | 'incomplete'
  | 'overdue'
  | 'void'
  | 'breach';

interface MarkProps {
  state: MarkState;
  size?: number;
  /** Shows the state's text beside the mark. */
  worded?: boolean;
  /** Plays the stamp animation once, when a check finishes. */
  stamped?: boolean;
  /** Hidden from screen readers, if the text beside it says the same. */
  silent?: boolean;
  className?: string;
}

const PIPS = [
  [12, 7.7],
  [8.1, 14.5],
  [15.9, 14.5],
] as const;

export function Mark({ state, size = 24, worded = false, stamped = false, silent = false, className }: MarkProps) {
  const t = useTranslations('mark');
  const word = t(state);
  const hidden = silent || worded;
  return (
    <span className={classNames(styles.mark, className)} data-state={state} data-word={silent ? undefined : word}>
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        className={stamped ? styles.stamped : undefined}
        role={hidden ? undefined : 'img'}
        aria-hidden={hidden ? true : undefined}
        aria-label={hidden ? undefined : word}
      >
        {hidden ? null : <title>{word}</title>}
        <MarkShape state={state} />
      </svg>
      {worded ? <span className={styles.word}>{word}</span> : null}
    </span>
  );
}

function MarkShape({ state }: { state: MarkState }) {
  switch (state) {
    case 'open':
      return <Ring dashed pips="round" />;
    case 'sealed':
      return <Ring pips="round" />;
    case 'drawn':
      return <Ring pips="dice" />;
    case 'checked':
      return <Checked />;
    case 'unproven':
    case 'house-run':
    case 'unpinned':
      return <Half />;
    case 'incomplete':
    case 'overdue':
      return <Ring dashed pips="round" />;
    case 'void':
      return <Void />;
    case 'breach':
      return <Broken />;
  }
}

function Ring({ dashed = false, pips }: { dashed?: boolean; pips: 'round' | 'dice' }) {
  return (
    <>
      <circle cx="12" cy="12" r="10.4" className={styles.line} strokeDasharray={dashed ? '3.63 2.9' : undefined} />
      {PIPS.map(([x, y]) =>
        pips === 'round' ? (
          <circle key={x} cx={x} cy={y} r="1.9" className={styles.fill} />
        ) : (
          <g key={x}>
            <rect x={x - 2.5} y={y - 2.5} width="5" height="5" rx="1.3" className={styles.fill} />
            <circle cx={x} cy={y} r="0.9" className={styles.gap} />
          </g>
        ),
      )}
    </>
  );
}

function Checked() {
  return (
    <>
      <circle cx="12" cy="12" r="11.2" className={styles.fill} />
      {PIPS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.9" className={styles.gap} />
      ))}
      <circle cx="19.2" cy="19.2" r="5.2" className={styles.gap} />
      <circle cx="19.2" cy="19.2" r="4.2" className={styles.fill} />
      <path d="m17.3 19.3 1.4 1.4 2.4-2.7" className={styles.tick} />
    </>
  );
}

function Half() {
  return (
    <>
      <circle cx="12" cy="12" r="10.4" className={styles.line} />
      <path d="M1.6 11.4a10.4 10.4 0 0 0 20.8 0Z" className={styles.fill} />
      <circle cx="12" cy="7.1" r="1.9" className={styles.fill} />
      <circle cx="8.1" cy="15.2" r="1.9" className={styles.gap} />
      <circle cx="15.9" cy="15.2" r="1.9" className={styles.gap} />
    </>
  );
}

function Void() {
  return (
    <>
      <circle cx="12" cy="12" r="10.4" className={styles.line} />
      <path d="M6.5 12h11" className={styles.line} />
    </>
  );
}

function Broken() {
  return (
    <>
      <path d="M15.6 2.3a10.4 10.4 0 0 1 4.1 16.6M17 21.1A10.4 10.4 0 1 1 12 1.6" className={styles.line} />
      <path d="m15.6 2.3-1.9 2.5M17 21.1l.6-3" className={styles.line} />
      {PIPS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.9" className={styles.fill} />
      ))}
    </>
  );
}
