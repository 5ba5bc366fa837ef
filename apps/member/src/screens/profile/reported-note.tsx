import { useTranslations } from 'use-intl';
import type { HostReport } from '../../api/shared/types.ts';
import { ReportPill } from '../../features/hosts/report-pill.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './profile.module.css';

/** The member's report of this profile, with its state. */
export function ReportedNote({ report }: { report: HostReport }) {
  const t = useTranslations('hosts.report');
  const times = useTimes();
  return (
    <div className={styles.reported}>
      <p className={styles.reportedHead}>
        <strong>{t('reportedAt', { time: times.minute(report.atMs) })}</strong>
        <ReportPill state={report.state} />
      </p>
      {report.state === 'waiting' ? <p>{t(report.hid ? 'hidNow' : 'notHid')}</p> : null}
      <ButtonLink look="plain" to={paths.hostReports()} className={styles.reportedLink}>
        {t('yours')}
      </ButtonLink>
    </div>
  );
}
