import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lookAgain } from '../../api/guide.ts';
import { keys } from '../../api/query-keys.ts';
import type { HostReport } from '../../api/types.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Evidence, useEvidence } from './evidence.tsx';
import styles from './report.module.css';
import { ReportForm } from './report-form.tsx';

interface ReportSheetProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  host: { id: string; name: string };
}

/** To report a profile. It stands beside the profile, which may be gone as soon as the report is in. */
export function ReportSheet({ open, onOpenChange, host }: ReportSheetProps) {
  const t = useTranslations('hosts.report');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('title', { name: host.name })}>
      {open ? <Report host={host} /> : null}
    </Sheet>
  );
}

function Report({ host }: { host: { id: string } }) {
  const client = useQueryClient();
  const [report, setReport] = useState<HostReport | null>(null);
  const evidence = useEvidence();

  async function onSent(sent: HostReport): Promise<void> {
    setReport(sent);
    await evidence.send(sent.id);
    await client.invalidateQueries({ queryKey: keys.hostReports });
    await lookAgain(client);
  }

  if (report === null) {
    return (
      <ReportForm
        hostId={host.id}
        evidence={<Evidence evidence={evidence} />}
        onSent={(sent) => void onSent(sent)}
        onRefused={() => void client.invalidateQueries({ queryKey: keys.hostReports })}
      />
    );
  }
  return <Sent report={report} evidence={evidence} />;
}

function Sent({ report, evidence }: { report: HostReport; evidence: ReturnType<typeof useEvidence> }) {
  const t = useTranslations('hosts.report');
  return (
    <div className={styles.form} role="status">
      <p className={styles.lead}>{t('sent')}</p>
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
