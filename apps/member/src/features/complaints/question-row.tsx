import { useTranslations } from 'use-intl';
import type { Complaint } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import styles from './complaints.module.css';
import { QuestionPill } from './question-pill.tsx';

export function QuestionRow({ complaint, onOpen }: { complaint: Complaint; onOpen(): void }) {
  const t = useTranslations('questions');
  const times = useTimes();
  const { drawId, answeredAtMs, dueAtMs, words } = complaint;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.rowHead}>
          <bdi dir="ltr" className={styles.draw}>
            {drawId}
          </bdi>
          <QuestionPill complaint={complaint} />
        </span>
        <span className={styles.rowWords} dir="auto">
          {words}
        </span>
        <span className={styles.time}>
          {t(answeredAtMs === null ? 'dueAt' : 'answeredAt')} {times.minute(answeredAtMs ?? dueAtMs)}
        </span>
      </button>
    </li>
  );
}
