import { useTranslations } from 'use-intl';
import { serverClock } from '../../../api/shared/clock.ts';
import { Problem } from '../../../api/shared/problem.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import type { DayProgress } from '../../../features/proof/day/audit-day.ts';
import { type Known, useKnown } from '../../../features/proof/trusted-keys.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import styles from './day.module.css';
import { isPastDay } from './day-form.tsx';
import { DayFound } from './day-found.tsx';
import { useDay } from './use-day.ts';

/** Reads and checks all draws of a day, of all tables, with progress. */
export function DayVerdict({ day }: { day: string }) {
  const t = useTranslations('verify.day');
  const today = new Date(serverClock.now()).toISOString().slice(0, 10);
  const known = useKnown();
  if (isPastDay(day, today)) return known === null ? null : <Running day={day} known={known} />;
  return <Notice sign={<Mark state="open" size={40} silent />} title={t('wrong')} />;
}

function Running({ day, known }: { day: string; known: Known }) {
  const t = useTranslations('verify.day');
  const run = useDay(day, known);
  if (run.state === 'running') return <Reading day={day} progress={run.progress} onStop={run.stop} />;
  if (run.state === 'done') return <DayFound audit={run.audit} known={known} />;
  if (run.state === 'failed' && !(run.error instanceof Problem && run.error.code === 'bundle-refused')) {
    return <Failed error={run.error} onRetry={run.again} />;
  }
  return (
    <Notice
      tone={run.state === 'failed' ? 'alarm' : 'plain'}
      sign={<Mark state={run.state === 'failed' ? 'breach' : 'open'} size={40} silent />}
      title={t(run.state === 'failed' ? 'refused' : 'stopped')}
      actions={
        <Button look="quiet" onClick={run.again}>
          {t('again')}
        </Button>
      }
    >
      <p>{t(run.state === 'failed' ? 'refusedText' : 'stoppedText')}</p>
    </Notice>
  );
}

interface ReadingProps {
  day: string;
  progress: DayProgress | null;
  onStop(): void;
}

function Reading({ day, progress, onStop }: ReadingProps) {
  const t = useTranslations('verify.day');
  const { entries, of, draws } = progress ?? { entries: 0, of: 0, draws: 0 };
  return (
    <section className={styles.card} aria-busy="true">
      <h2 className={styles.title} id="reading-day">
        {t('reading', { day })}
      </h2>
      <progress
        className={styles.progress}
        max={Math.max(1, of)}
        value={progress === null ? undefined : entries}
        aria-labelledby="reading-day"
      />
      <p className={styles.soft}>{progress === null ? t('finding') : t('soFar', { entries, of, draws })}</p>
      <Button look="quiet" wide onClick={onStop}>
        {t('stop')}
      </Button>
    </section>
  );
}
