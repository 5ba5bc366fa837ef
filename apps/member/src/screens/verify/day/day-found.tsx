import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { lotteriesQuery } from '../../../api/lottery/lotteries.ts';
import type { DayAudit, DayFinding } from '../../../features/proof/day/audit-day.ts';
import { markOfProof } from '../../../features/proof/draw-mark.ts';
import type { Known } from '../../../features/proof/trusted-keys.ts';
import { saveAsFile } from '../../../features/receipts/receipt-text.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Link } from '../../../ui/link/link.tsx';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import { ConfirmOwn } from '../house-proof.tsx';
import { openText } from '../use-reason-text.ts';
import { Gaps } from '../verdict-head.tsx';
import styles from './day.module.css';

const LISTED_MAX = 100;

/** Result of a day's check. */
export function DayFound({ audit, known }: { audit: DayAudit; known: Known }) {
  const t = useTranslations('verify.day');
  const kind = kindOf(audit);
  return (
    <>
      <section className={styles.card} data-verdict={kind}>
        <div className={styles.head}>
          <Mark state={markOf(audit, kind)} size={48} stamped />
          <div role="status">
            <h2 className={styles.title}>{t(`verdict.${kind}.title`)}</h2>
            <p className={styles.soft}>{t(`verdict.${kind}.text`)}</p>
            <Gaps gaps={audit.timeGaps} verdict={audit.verdict} />
            {kind === 'incomplete' ? <DayMissing audit={audit} /> : null}
          </div>
        </div>
        <dl className={styles.counts}>
          {(['draws', 'seals', 'voids', 'pending'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`count.${name}`)}</dt>
              <dd>{name === 'pending' ? audit.pending.length + audit.overdue.length : audit[name]}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.soft}>{t('readEntries', { count: audit.entries, day: audit.day })}</p>
      </section>
      {audit.gaps.includes('not-pinned') ? <ConfirmOwn known={known} draw={null} /> : null}
      <Tables audit={audit} />
      {audit.findings.length === 0 ? null : <Findings audit={audit} />}
      <Listed title={t('overdueTitle')} text={t('overdueText')} ids={audit.overdue} />
      <Listed title={t('pendingTitle')} text={t('pendingText')} ids={audit.pending} />
      <Listed title={t('unprovenTitle')} text={t('unprovenText')} ids={audit.unproven} />
    </>
  );
}

/** Titled list of ids: draws as links, entries about liabilities or tables as text. */
function Listed({ title, text, ids }: { title: string; text: string; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      <p className={styles.soft}>{text}</p>
      <ul className={styles.list}>
        {ids.slice(0, LISTED_MAX).map((id) => (
          <li key={id}>
            {/^(liabilities|table)\//.test(id) ? <bdi dir="ltr">{id.slice(0, 40)}</bdi> : <DrawLink drawId={id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Evidence that is missing for a complete verdict. */
function DayMissing({ audit: { gaps, unproven } }: { audit: DayAudit }) {
  const t = useTranslations('verify');
  return (
    <ul className={styles.missing}>
      {gaps.map((gap) => (
        <li key={gap}>{openText(t, gap)}</li>
      ))}
      {unproven.length === 0 ? null : <li>{t('day.unproven')}</li>}
    </ul>
  );
}

type Kind = DayAudit['verdict'] | 'empty' | 'not-pinned';

function kindOf({
  verdict,
  draws,
  voids,
  pending,
  gaps,
  unproven,
}: DayAudit): Exclude<Kind, 'void' | 'void-time-not-proven'> {
  if (verdict === 'void' || verdict === 'void-time-not-proven') return 'incomplete';
  const isEmpty = draws + voids + pending.length === 0;
  if (isEmpty && (verdict === 'pending' || verdict === 'incomplete')) return 'empty';
  const isForReader = gaps.length === 1 && gaps[0] === 'not-pinned' && unproven.length === 0;
  return verdict === 'incomplete' && isForReader ? 'not-pinned' : verdict;
}

function markOf({ verdict, timeGaps }: DayAudit, kind: Kind): MarkState {
  if (kind === 'not-pinned') return 'unpinned';
  if (kind === 'empty') return 'open';
  return markOfProof({ verdict, houseRun: timeGaps.includes('house-run-beacon') }, true) ?? 'open';
}

/** Each table with the number of draws found, void ones included, beside the number that the clock requires. */
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
