import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { lotteriesQuery } from '../../../api/lotteries.ts';
import type { DayAudit, DayFinding } from '../../../features/proof/day/audit-day.ts';
import { saveAsFile } from '../../../features/receipts/receipt-text.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import styles from './day.module.css';

const LISTED_MAX = 100;

/** What came of a day. */
export function DayFound({ audit }: { audit: DayAudit }) {
  const t = useTranslations('verify.day');
  const kind = kindOf(audit);
  const mark: MarkState = kind === 'breach' ? 'breach' : kind === 'house-run' ? 'house-run' : MARKS[kind];
  return (
    <>
      <section className={styles.card} data-verdict={kind}>
        <div className={styles.head}>
          <Mark state={mark} size={48} stamped />
          <div role="status">
            <h2 className={styles.title}>{t(`verdict.${kind}.title`)}</h2>
            <p className={styles.soft}>{t(`verdict.${kind}.text`)}</p>
          </div>
        </div>
        <dl className={styles.counts}>
          {(['draws', 'seals', 'voids', 'pending'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`count.${name}`)}</dt>
              <dd>{name === 'pending' ? audit.pending.length : audit[name]}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>{t('readEntries', { count: audit.entries, day: audit.day })}</p>
      </section>
      <Tables audit={audit} />
      {audit.findings.length === 0 ? null : <Findings audit={audit} />}
      {audit.pending.length === 0 ? null : (
        <section className={styles.card}>
          <h3>{t('pendingTitle')}</h3>
          <p className={styles.soft}>{t('pendingText')}</p>
          <ul className={styles.list}>
            {audit.pending.slice(0, LISTED_MAX).map((drawId) => (
              <li key={drawId}>
                <DrawLink drawId={drawId} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const MARKS = { empty: 'open', holds: 'checked', unproven: 'unproven' } as const;

function kindOf(audit: DayAudit): 'breach' | 'empty' | 'house-run' | 'unproven' | 'holds' {
  if (audit.findings.length > 0) return 'breach';
  if (audit.draws === 0 && audit.voids === 0) return 'empty';
  if (audit.houseRun > 0) return 'house-run';
  return audit.unwitnessed > 0 ? 'unproven' : 'holds';
}

/** Each table with its periods of the day: by the clock there must be so many. */
function Tables({ audit }: { audit: DayAudit }) {
  const t = useTranslations('verify.day');
  const lotteries = useQuery(lotteriesQuery()).data?.items ?? [];
  const nameOf = (key: string) => lotteries.find((lottery) => lottery.key === key)?.name ?? key;
  return (
    <section className={styles.card}>
      <h3>{t('tables')}</h3>
      <ul className={styles.list}>
        {audit.tables
          .filter(({ expected, draws, voids }) => expected + draws + voids > 0)
          .map(({ key, expected, draws, voids }) => (
            <li key={key} className={styles.table}>
              <span>{nameOf(key)}</span>
              <span className={styles.soft}>{t('ofTable', { done: draws + voids, expected, voids })}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

function Findings({ audit }: { audit: DayAudit }) {
  const t = useTranslations('verify');
  return (
    <section className={styles.card} data-verdict="breach">
      <h3>{t('day.findings', { count: audit.findings.length })}</h3>
      <ul className={styles.list}>
        {audit.findings.slice(0, LISTED_MAX).map((finding) => (
          <FindingRow key={`${finding.code} ${finding.drawId}`} finding={finding} />
        ))}
      </ul>
      <p className={styles.soft}>{t('day.findingsDo')}</p>
      <Button
        look="danger"
        wide
        onClick={() => saveAsFile(`tercet-day-${audit.day}.json`, `${JSON.stringify(audit, null, 1)}\n`)}
      >
        {t('saveEvidence')}
      </Button>
    </section>
  );
}

function FindingRow({ finding: { code, drawId } }: { finding: DayFinding }) {
  const t = useTranslations('verify.finding');
  return (
    <li className={styles.finding}>
      {drawId === null ? null : <DrawLink drawId={drawId} />}
      <p>{t(code)}</p>
    </li>
  );
}

function DrawLink({ drawId }: { drawId: string }) {
  return (
    <Link to={paths.verify({ draw: drawId })} className={styles.link}>
      <bdi dir="ltr">{drawId}</bdi>
    </Link>
  );
}
