import { useTranslations } from 'use-intl';
import { DeskLink } from '../../../features/desk/desk-link.tsx';
import { Amount } from '../../../features/house/amount.tsx';
import { LotteryClock } from '../../../features/lotteries/lottery-dial.tsx';
import { StakeRows } from '../stakes/stake-rows.tsx';
import type { SlipSheetProps } from './slip-sheet-props.ts';
import { SlipTools } from './slip-tools.tsx';
import styles from './steps.module.css';

/** The bets of the slip with their stakes, editable until the slip is sent. */
export function Confirm({ slip, table, issues, lottery, period, availableMinor, placing, dispatch }: SlipSheetProps) {
  const t = useTranslations();
  const frozen = placing.status === 'sending' || placing.status === 'unsure';
  return (
    <div className={styles.step}>
      <StakeRows slip={slip} table={table} issues={issues} frozen={frozen} dispatch={dispatch} />
      <div className={styles.line}>
        <SlipTools slip={slip} frozen={frozen} dispatch={dispatch} />
        <dl className={styles.facts}>
          <div>
            <dt>{t('money.available')}</dt>
            <dd>
              <Amount minor={availableMinor} unit={false} />
            </dd>
          </div>
          {period.period === lottery.current.period ? (
            <div>
              <dt>{t('lottery.closesIn')}</dt>
              <dd className={styles.clock}>
                <LotteryClock lottery={lottery} />
              </dd>
            </div>
          ) : null}
        </dl>
      </div>
      <DeskLink />
    </div>
  );
}
