import { useTranslations } from 'use-intl';
import type { Stop } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { useNow } from '../live/now.ts';
import styles from './stop-note.module.css';

interface StopNoteProps {
  stop: Stop;
  /** Name of the stopped lottery; null for all lotteries. */
  name: string | null;
}

/** A stop of betting, in force or announced: reason, times, what goes on, and its entry in the book. */
export function StopNote({ stop, name }: StopNoteProps) {
  const t = useTranslations('stops');
  const times = useTimes();
  const isSoon = useNow((nowMs) => nowMs < stop.fromMs);
  const { fromMs, untilMs, reason, authority, reference } = stop;
  const title = name === null ? t(isSoon ? 'allSoon' : 'all') : t(isSoon ? 'tableSoon' : 'table', { name });
  return (
    <div className={styles.note} role="status">
      <p className={styles.title}>{title}</p>
      <p>{t('reason', { reason, authority: authority ?? '', reference: reference ?? '' })}</p>
      <p>
        {isSoon ? `${t('from', { at: times.moment(fromMs) })} · ` : null}
        {untilMs === null ? t('open') : t('until', { at: times.moment(untilMs) })}
      </p>
      <p className={styles.soft}>{t('text')}</p>
      <Link to={paths.book({ tab: 'entries', type: 'stop' })} className={styles.link}>
        {t('entry')}
      </Link>
    </div>
  );
}
