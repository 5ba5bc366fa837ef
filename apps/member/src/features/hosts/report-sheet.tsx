import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lookAgain } from '../../api/library/guide.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { HostReport } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Evidence, useEvidence } from './evidence.tsx';
import { useMyReport } from './my-report.ts';
import styles from './report.module.css';
import { ReportForm } from './report-form.tsx';

interface ReportSheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  host: { id: string; name: string };
}

/** Input and result, which survive the closing of the sheet by a swipe. */
function useReport() {
  const draft = useRef({ reason: '', words: '' });
  const [sent, setSent] = useState<HostReport | null>(null);
  return { draft, sent, setSent, evidence: useEvidence() };
}

/** Sheet to report a profile. Separate from the profile, which may disappear as soon as the report is sent. */
export function ReportSheet({ open, onOpenChange, host }: ReportSheetProps) {
  const t = useTranslations('hosts.report');
  const report = useReport();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title', { name: host.name })}>
      {open ? <Report hostId={host.id} report={report} /> : null}
    </Sheet>
  );
}

function Report({ hostId, report }: { hostId: string; report: ReturnType<typeof useReport> }) {
  const client = useQueryClient();
  const earlier = useMyReport(hostId);
  const { draft, sent, setSent, evidence } = report;

  async function onSent(made: HostReport): Promise<void> {
    setSent(made);
    await evidence.send(made.id);
    await client.invalidateQueries({ queryKey: keys.hostReports });
    await lookAgain(client);
  }

  if (sent !== null) return <Sent report={sent} evidence={evidence} isNew />;
  if (earlier?.state === 'waiting') return <Sent report={earlier} evidence={evidence} />;
  return (
    <ReportForm
      hostId={hostId}
      draft={draft}
      evidence={<Evidence evidence={evidence} />}
      onSent={(made) => void onSent(made)}
      onRefused={() => void client.invalidateQueries({ queryKey: keys.hostReports })}
    />
  );
}

interface SentProps {
  report: HostReport;
  evidence: ReturnType<typeof useEvidence>;
  /** True if sent just now, false for an earlier report. */
  isNew?: boolean;
}

function Sent({ report, evidence, isNew = false }: SentProps) {
  const t = useTranslations('hosts.report');
  return (
    <div className={styles.form} role="status">
      <p className={styles.lead}>{t(isNew ? 'sent' : 'sentBefore')}</p>
      <p>{t(report.hid ? 'hidNow' : 'notHid')}</p>
      {evidence.pictures.length === 0 ? null : (
        <Evidence evidence={evidence} onAgain={() => void evidence.send(report.id)} />
      )}
      <ButtonLink wide look="quiet" to={paths.hostReports()}>
        {t('yours')}
      </ButtonLink>
    </div>
  );
}
