import { classNames } from '../../ui/class-names.ts';
import styles from './amount.module.css';
import { type AmountSign, useMoneyParts } from './use-money.ts';

interface AmountProps {
  minor: string | bigint;
  sign?: AmountSign;
  /** Left out where a column or a line names the unit once. */
  unit?: boolean;
  /** Drops the decimals of a whole amount; for tight places. */
  short?: boolean;
  /** For large figures: where letters are larger still, the unit goes on a line of its own. */
  wraps?: boolean;
  className?: string;
}

/** An amount with its unit small and soft beside it, in a run of its own in every script. */
export function Amount({ minor, sign = 'auto', unit = true, short = false, wraps = false, className }: AmountProps) {
  const parts = useMoneyParts()(minor, { sign, decimalsOfWhole: !short });
  const shown = unit ? parts : parts.filter(({ kind }) => kind === 'number');
  return (
    <bdi className={classNames(styles.amount, wraps && styles.wraps, className)}>
      {shown.map(({ kind, text }) => (
        <span key={kind} className={kind === 'unit' ? styles.unit : undefined}>
          {kind === 'number' ? withMinus(text) : kind === 'space' && wraps ? ' ' : text}
        </span>
      ))}
    </bdi>
  );
}

/** A minus as wide as the plus, in place of the hyphen that number formats write. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212');
}
