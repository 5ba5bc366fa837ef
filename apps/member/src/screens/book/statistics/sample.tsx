import {
  chiSquareOfFaces,
  chiSquareOfSums,
  SAMPLE_MIN,
  type SampleVerdict,
  type SumBand,
  sumBands,
  verdictOf,
} from '@tercet/fair';
import { useFormatter, useTranslations } from 'use-intl';
import type { DrawsProgress, DrawsRead } from '../../../features/book/read-draws.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Part } from '../../../ui/load-failure/part.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { preloadable } from '../../../ui/preloadable.tsx';
import styles from './statistics.module.css';
import { SumsTable } from './sums-table.tsx';
import { Tests } from './tests.tsx';
import { useDrawSample } from './use-draw-sample.ts';

const SumsChart = preloadable(async () => (await import('./sums-chart.tsx')).SumsChart);

/** Reads and checks the newest draws of a lottery, compares them with fair dice, and draws the chart. */
export function Sample({ lotteryKey, draws }: { lotteryKey: string; draws: number }) {
  const t = useTranslations('book.statistics');
  const sample = useDrawSample(lotteryKey, draws);
  if (sample.read !== undefined) return <Found read={sample.read} />;
  if (sample.stopped) {
    return (
      <Notice
        sign={<Mark state="open" size={40} silent />}
        title={t('stopped')}
        actions={
          <Button look="quiet" onClick={sample.again}>
            {t('again')}
          </Button>
        }
      />
    );
  }
  if (sample.error !== null) return <Failed error={sample.error} onRetry={sample.again} />;
  return <Reading wanted={draws} progress={sample.progress} onStop={sample.stop} />;
}

interface ReadingProps {
  wanted: number;
  progress: DrawsProgress | null;
  onStop(): void;
}

function Reading({ wanted, progress, onStop }: ReadingProps) {
  const t = useTranslations('book.statistics');
  const { draws, entries } = progress ?? { draws: 0, entries: 0 };
  return (
    <section className={styles.reading}>
      <p id="reading-draws">{t('reading')}</p>
      <progress className={styles.progress} max={wanted} value={draws} aria-labelledby="reading-draws" />
      <p className={styles.soft}>{t('readSoFar', { draws, entries })}</p>
      <Button look="quiet" onClick={onStop}>
        {t('stop')}
      </Button>
    </section>
  );
}

function Found({ read }: { read: DrawsRead }) {
  const t = useTranslations('book.statistics');
  const { counts } = read;
  if (counts.draws === 0) {
    return (
      <Notice sign={<Mark state="open" size={40} silent />} title={t('none')}>
        <p>{t('noneText')}</p>
      </Notice>
    );
  }
  const bands = sumBands(counts);
  const [sums, faces] = [chiSquareOfSums(counts), chiSquareOfFaces(counts)];
  const verdict = verdictOf(counts.draws, sums);
  return (
    <>
      <Verdict verdict={verdict === 'fits' ? verdictOf(counts.draws, faces) : verdict} draws={counts.draws} />
      {verdict === 'too-few' ? null : (
        <>
          <Chart bands={bands} draws={counts.draws} />
          <Tests sums={sums} faces={faces} />
        </>
      )}
      <SumsTable bands={bands} draws={counts.draws} />
      <p className={styles.soft}>{t('source', { draws: counts.draws, entries: read.entries })}</p>
      {read.cutShort ? <p className={styles.soft}>{t('cutShort')}</p> : null}
    </>
  );
}

function Chart({ bands, draws }: { bands: readonly SumBand[]; draws: number }) {
  const t = useTranslations('book.statistics');
  const outside = bands.filter(({ count, low, high }) => count < low || count > high).length;
  return (
    <figure className={styles.figure}>
      <Part waiting={<div className={styles.chartSpace} />}>
        <SumsChart bands={bands} draws={draws} />
      </Part>
      <Legend />
      <figcaption className={styles.soft}>{t('inBand', { count: outside })}</figcaption>
    </figure>
  );
}

function Verdict({ verdict, draws }: { verdict: SampleVerdict; draws: number }) {
  const t = useTranslations('book.statistics.verdict');
  const format = useFormatter();
  return (
    <section className={styles.verdict} data-verdict={verdict} role="status">
      <h2>{t(`${verdict}.title`)}</h2>
      <p>{t(`${verdict}.text`, { draws, least: format.number(SAMPLE_MIN) })}</p>
    </section>
  );
}

function Legend() {
  const t = useTranslations('book.statistics.legend');
  return (
    <ul className={styles.legend}>
      <li>
        <span className={styles.keyCount} aria-hidden="true" />
        {t('count')}
      </li>
      <li>
        <span className={styles.keyFair} aria-hidden="true" />
        {t('fair')}
      </li>
      <li>
        <span className={styles.keyBand} aria-hidden="true" />
        {t('band')}
      </li>
    </ul>
  );
}
