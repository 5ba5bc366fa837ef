import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import Flag from 'lucide-react/icons/flag';
import { useTranslations } from 'use-intl';
import { hostReportsQuery } from '../../api/library/guide.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { HostReport } from '../../api/shared/types.ts';
import { ReportPill } from '../../features/hosts/report-pill.tsx';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import styles from './host-reports.module.css';

/** `/HostReports`: the member's reports of profiles, with their outcomes. */
export function HostReports() {
  const t = useTranslations('hosts.report');
  const client = useQueryClient();
  const query = useInfiniteQuery(hostReportsQuery());
  return (
    <Screen
      title={t('yours')}
      back={paths.choose('guide')}
      onRefresh={() => client.refetchQueries({ queryKey: keys.hostReports }, { throwOnError: true })}
    >
      <EndlessQuery
        query={query}
        blocks={[140, 140]}
        empty={
          <Notice sign={<Flag size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('none')}>
            <p>{t('noneText')}</p>
          </Notice>
        }
      >
        {(reports) => (
          <ul className={styles.list}>
            {reports.map((report) => (
              <Report key={report.id} report={report} />
            ))}
          </ul>
        )}
      </EndlessQuery>
    </Screen>
  );
}

function Report({ report }: { report: HostReport }) {
  const t = useTranslations('hosts.report');
  const times = useTimes();
  const { hostName, reason, words, pictures, state, bad, answer, hid, atMs, decidedAtMs } = report;
  return (
    <li className={styles.report}>
      <div className={styles.head}>
        <h2 className={styles.name}>{hostName === '' ? t('removed') : <bdi>{hostName}</bdi>}</h2>
        <ReportPill state={state} />
      </div>
      <p className={styles.facts}>
        <span>{t(`reasons.${reason}`)}</span>
        <span>{times.minute(atMs)}</span>
        {pictures === 0 ? null : <span>{t('withPictures', { count: pictures })}</span>}
      </p>
      <p className={styles.words} dir="auto">
        {words}
      </p>
      {state === 'waiting' ? (
        <p className={styles.soft}>{t(hid ? 'hidNow' : 'notHid')}</p>
      ) : (
        <div className={styles.answer}>
          <p className={styles.answerHead}>
            {t('answer')}
            {decidedAtMs === null ? null : <span className={styles.soft}>{times.minute(decidedAtMs)}</span>}
          </p>
          <p>{t(bad ? 'outcomes.bad' : `outcomes.${state}`)}</p>
          {answer === null ? null : (
            <p className={styles.words} dir="auto">
              {answer}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
