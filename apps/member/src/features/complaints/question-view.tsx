import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../api/shared/clock.ts';
import type { FullComplaint } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import facts from '../lists/record-details.module.css';
import { complaintState } from './complaint-state.ts';
import styles from './complaints.module.css';
import { QuestionForm } from './question-form.tsx';
import { QuestionPill } from './question-pill.tsx';

/** A question, the deadline for its answer, and the answer. */
export function QuestionView({ complaint }: { complaint: FullComplaint }) {
  const t = useTranslations('questions');
  const times = useTimes();
  const { askedAtMs, dueAtMs, answeredAtMs, entries, evidenceHash } = complaint;
  return (
    <div className={facts.details}>
      <div className={facts.head}>
        <QuestionPill complaint={complaint} />
        {complaintState(complaint, serverClock.now()) === 'late' ? <p className={styles.late}>{t('late')}</p> : null}
      </div>
      <Facts ruled>
        <Fact label={t('askedAt')}>{times.minute(askedAtMs)}</Fact>
        <Fact label={t(answeredAtMs === null ? 'dueAt' : 'answeredAt')}>{times.minute(answeredAtMs ?? dueAtMs)}</Fact>
      </Facts>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry} data-from={entry.from}>
            <p className={styles.who}>
              <span>{t(entry.from === 'member' ? 'you' : 'house')}</span>
              <span className={styles.time}>{times.minute(entry.atMs)}</span>
            </p>
            <p className={styles.words} dir="auto">
              {entry.words}
            </p>
          </li>
        ))}
      </ul>
      <details className={styles.proof}>
        <summary>{t('fingerprint')}</summary>
        <p className={styles.soft}>{t('fingerprintText')}</p>
        <p className={styles.hash} dir="ltr">
          {evidenceHash}
        </p>
      </details>
      <More complaint={complaint} />
    </div>
  );
}

function More({ complaint }: { complaint: FullComplaint }) {
  const t = useTranslations('questions');
  // Closes the form after the text was sent or an answer arrived.
  const now = `${complaint.id} ${complaint.entries.length}`;
  const [writingAt, setWritingAt] = useState<string | null>(null);
  if (writingAt === now) return <QuestionForm slipId={complaint.slipId} complaint={complaint} />;
  return (
    <Button look="quiet" wide onClick={() => setWritingAt(now)}>
      {t(complaint.state === 'open' ? 'addMore' : 'again')}
    </Button>
  );
}
