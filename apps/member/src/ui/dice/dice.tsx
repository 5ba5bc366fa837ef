import { useTranslations } from 'use-intl';
import { classNames } from '../class-names.ts';
import { useListText } from '../format/list-text.ts';
import styles from './dice.module.css';
import { pipsOf } from './pips.ts';

/** One face of a die; blank if the value is unknown. */
export function Die({ value, size = 32, className }: { value: number | null; size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      className={classNames(styles.die, className)}
      aria-hidden="true"
    >
      <rect
        x="0.75"
        y="0.75"
        width="30.5"
        height="30.5"
        rx="7.25"
        className={value === null ? styles.blank : styles.face}
      />
      {(value === null ? [] : pipsOf(value)).map(([x, y]) => (
        <circle key={`${x}${y}`} cx={8.5 + x * 7.5} cy={8.5 + y * 7.5} r="2.75" className={styles.pip} />
      ))}
    </svg>
  );
}

interface DiceProps {
  values: readonly number[] | null;
  size?: number;
  /** Hidden from screen readers, if the text beside it says the same. */
  silent?: boolean;
  className?: string;
}

/** Three dice at rest, in the order of the draw. They read from left to right in every language. */
export function Dice({ values, size = 32, silent = false, className }: DiceProps) {
  const t = useTranslations('dice');
  const list = useListText();
  const sum = values?.reduce((total, value) => total + value, 0) ?? 0;
  const label = values === null ? t('notDrawn') : t('label', { dice: list(values), sum });
  const faces = [0, 1, 2].map((place) => <Die key={place} value={values?.[place] ?? null} size={size} />);
  const look = { className: classNames(styles.dice, className), dir: 'ltr' } as const;
  if (silent) {
    return (
      <span {...look} aria-hidden="true">
        {faces}
      </span>
    );
  }
  return (
    <span {...look} role="img" aria-label={label}>
      {faces}
    </span>
  );
}
