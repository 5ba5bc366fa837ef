import { useTranslations } from 'use-intl';
import type { StatementLine } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import styles from './statement.module.css';

export function Line({ line, onOpen }: { line: StatementLine; onOpen(): void }) {
  const t = useTranslations('statement');
  const times = useTimes();
  return (
    <li>
      <button type="button" className={styles.line} onClick={onOpen}>
        <span className={styles.words}>
          <span>{t(`kind.${line.kind}`)}</span>
          <span className={styles.soft}>
            {times.clock(line.atMs)}
            {line.of?.what === 'slip' ? (
              <>
                {' · '}
                {line.of.lotteryName} <bdi dir="ltr">{line.of.period}</bdi>
              </>
            ) : null}
          </span>
        </span>
        <span className={styles.figures}>
          <Moved line={line} />
          <span className={styles.soft}>
            {t.rich('after', { balance: () => <Amount minor={line.balanceAfterMinor} unit={false} /> })}
          </span>
        </span>
      </button>
    </li>
  );
}

/** Change of the available balance; if that is zero, of the held balance. */
export function Moved({ line, unit = false }: { line: StatementLine; unit?: boolean }) {
  const t = useTranslations('statement');
  if (line.amountMinor === '0' && line.heldMinor !== '0') {
    return (
      <span className={styles.held}>
        {t.rich('ofHeld', { amount: () => <Amount minor={line.heldMinor} sign="always" unit={unit} /> })}
      </span>
    );
  }
  const came = line.amountMinor !== '0' && !line.amountMinor.startsWith('-');
  return (
    <Amount
      minor={line.amountMinor}
      sign="exceptZero"
      unit={unit}
      wraps={unit}
      className={came ? styles.in : styles.out}
    />
  );
}
