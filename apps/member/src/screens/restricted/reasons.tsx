import Ban from 'lucide-react/icons/ban';
import CalendarOff from 'lucide-react/icons/calendar-off';
import CirclePause from 'lucide-react/icons/circle-pause';
import DoorClosed from 'lucide-react/icons/door-closed';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { EndOfExclusion } from './end-of-exclusion.tsx';
import styles from './restricted.module.css';

const ICON = { size: 28, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Why this session is restricted, and until when. One card per reason, since several can apply. */
export function Reasons({ me }: { me: Me }) {
  const t = useTranslations('restricted');
  const none = me.suspension === null && me.exclusion === null && !me.closing;
  return (
    <>
      {me.suspension === null ? null : <Suspended {...me.suspension} />}
      {me.exclusion === null ? null : <Excluded {...me.exclusion} />}
      {me.closing ? (
        <Reason sign={<DoorClosed {...ICON} />} title={t('closing')}>
          <p>{t('closingText')}</p>
        </Reason>
      ) : null}
      {none ? (
        <Reason sign={<CirclePause {...ICON} />} title={t('over')}>
          <p>{t('overText')}</p>
        </Reason>
      ) : null}
    </>
  );
}

function Suspended({ reason, until }: NonNullable<Me['suspension']>) {
  const t = useTranslations('restricted');
  const { minute } = useTimes();
  return (
    <Reason sign={<Ban {...ICON} />} title={t('suspended')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('why')}</dt>
          <dd>
            <bdi>{reason}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('until')}</dt>
          <dd>{until === null ? t('untilLifted') : minute(Date.parse(until))}</dd>
        </div>
      </dl>
      <p>{t('suspendedText')}</p>
    </Reason>
  );
}

function Excluded({ kind, untilMs }: NonNullable<Me['exclusion']>) {
  const t = useTranslations('restricted');
  const { day, minute } = useTimes();
  const isTimeOut = kind === 'time-out';
  return (
    <Reason sign={isTimeOut ? <CirclePause {...ICON} /> : <CalendarOff {...ICON} />} title={t(`excluded.${kind}`)}>
      <dl className={styles.facts}>
        <div>
          <dt>{t(isTimeOut ? 'until' : 'atLeastUntil')}</dt>
          <dd>{untilMs === null ? t('never') : isTimeOut ? minute(untilMs) : day(untilMs)}</dd>
        </div>
      </dl>
      <p>{t(`excludedText.${kind}`)}</p>
      {isTimeOut || untilMs === null ? null : <EndOfExclusion fromMs={untilMs} />}
    </Reason>
  );
}

function Reason({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className={styles.reason}>
      <span className={styles.sign}>{sign}</span>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}
