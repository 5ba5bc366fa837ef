import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './amount.module.css';
import { type AmountSign, useMoneyParts } from './use-money.ts';

interface AmountProps {
  minor: string | bigint;
  sign?: AmountSign;
  /** False if a column or line states the unit once. */
  unit?: boolean;
  /** Omit the decimals of a whole amount, for little space. */
  short?: boolean;
  /** For large figures: with a large font size, the unit moves to its own line. */
  wraps?: boolean;
  className?: string;
}

/** An amount with a small unit beside it. Isolated from the direction of the surrounding text. */
export const Amount = memo(function Amount(props: AmountProps) {
  const { minor, sign = 'auto', unit = true, short = false, wraps = false, className } = props;
  const parts = useMoneyParts()(minor, { sign, decimalsOfWhole: !short });
  const shown = unit ? parts : parts.filter(({ kind }) => kind === 'number');
  return (
    <bdi className={classNames(styles.amount, wraps && styles.wraps, className)}>
      {shown.map(({ kind, text }) =>
        kind === 'number' ? (
          // Isolated, since the sign of an Arabic number would set the direction of the whole amount.
          <bdi key={kind} dir="ltr">
            {withMinus(text)}
          </bdi>
        ) : (
          <span key={kind} className={kind === 'unit' ? styles.unit : undefined}>
            {kind === 'space' && wraps ? ' ' : text}
          </span>
        ),
      )}
    </bdi>
  );
});

/** Replaces the hyphen of number formats by a minus as wide as the plus. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212');
}
