import Clock from 'lucide-react/icons/clock-3';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslations } from 'use-intl';
import { Problem } from '../../api/shared/problem.ts';
import { takeBack, tryAgain, type Waiting } from '../../features/desk/outbox.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './entries.module.css';
import { useSizeText } from './sent-file.tsx';

/** Faults of a file that a retry cannot fix. */
const FOR_GOOD = new Set(['pdf-active', 'pdf-bad', 'picture-bad', 'picture-too-many-pixels']);

/**
 * A queued message, which is sent automatically. If the server rejected it, the reason and buttons to retry or delete
 * it.
 */
export function QueuedEntry({ waiting: { key, words, file, fault } }: { waiting: Waiting }) {
  const t = useTranslations('desk');
  const problem = useProblemText();
  const size = useSizeText();
  return (
    <div className={styles.entry} data-from="member" data-waiting="">
      {file === null ? (
        <p className={styles.words} dir="auto">
          {words}
        </p>
      ) : (
        <p className={styles.words}>
          <bdi>{file.name}</bdi> <span className={styles.size}>{size(file.size)}</span>
        </p>
      )}
      {fault === null ? (
        <p className={styles.mark} data-signed="">
          <Clock size={12} strokeWidth={2.25} aria-hidden="true" /> {t(file === null ? 'waiting' : 'waitingFile')}
        </p>
      ) : (
        <>
          <p className={styles.fault} role="alert">
            <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
            {problem(new Problem(fault.code, 400, fault.params))}
          </p>
          <div className={styles.ways}>
            {FOR_GOOD.has(fault.code) ? null : (
              <Button look="quiet" onClick={() => tryAgain(key)}>
                {t('tryAgain')}
              </Button>
            )}
            <Button look={FOR_GOOD.has(fault.code) ? 'quiet' : 'plain'} onClick={() => giveUp(key)}>
              {t('giveUp')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function giveUp(key: string): void {
  takeBack(key);
}
