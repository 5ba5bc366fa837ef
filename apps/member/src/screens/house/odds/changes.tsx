import { useFormatter, useTranslations } from 'use-intl';
import type { HouseTable } from '../../../api/shared/types.ts';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Pill } from '../../../ui/pill/pill.tsx';
import styles from './odds.module.css';

type Change = HouseTable['changes'][number];

/** Tables of a lottery, newest first, each with its changes and its first period. */
export function Changes({ changes, total }: { changes: readonly Change[]; total: number }) {
  const t = useTranslations('house.odds');
  const older = total - changes.length;
  return (
    <div className={styles.changes}>
      <h3 className={styles.subtitle}>{t('changes')}</h3>
      <ul>
        {changes.map((change) => (
          <ChangeLine key={change.hash} change={change} />
        ))}
      </ul>
      {older === 0 ? null : <p className={styles.soft}>{t('older', { count: older })}</p>}
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const t = useTranslations('house.odds');
  const format = useFormatter();
  const times = useTimes();
  const { seq, firstPeriod, fromMs, changes, rules } = change;
  const what = changes.map((one) => t(`what.${one}`));
  return (
    <li className={styles.change}>
      <span className={styles.when}>
        {t.rich('fromPeriod', { period: () => <bdi dir="ltr">{firstPeriod}</bdi> })}
        {rules === 'before' ? null : <Pill tone={rules === 'now' ? 'good' : 'wait'}>{t(`rules.${rules}`)}</Pill>}
      </span>
      <span className={styles.soft}>
        {what.length === 0 ? t('same') : format.list(what, { type: 'unit' })} · {times.day(fromMs)},{' '}
        {times.clock(fromMs)}
        {' · '}
        <bdi dir="ltr">#{seq}</bdi>
      </span>
    </li>
  );
}
