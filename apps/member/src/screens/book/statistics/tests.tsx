import type { ChiSquare } from '@tercet/fair';
import { useFormatter, useTranslations } from 'use-intl';
import { Section } from '../../../ui/section/section.tsx';
import styles from './statistics.module.css';

const P_SHOWN_MIN = 1e-6;
const SMALL = { maximumSignificantDigits: 2, maximumFractionDigits: 8, roundingPriority: 'morePrecision' } as const;

interface TestsProps {
  sums: ChiSquare | null;
  faces: ChiSquare | null;
}

/** Chi-square tests, explained, with their figures. */
export function Tests({ sums, faces }: TestsProps) {
  const t = useTranslations('book.statistics.tests');
  return (
    <Section title={t('title')}>
      <dl className={styles.card}>
        <Test name={t('sums')} test={sums} />
        <Test name={t('faces')} test={faces} />
      </dl>
      <p className={styles.soft}>{t('note')}</p>
    </Section>
  );
}

function Test({ name, test }: { name: string; test: ChiSquare | null }) {
  const t = useTranslations('book.statistics.tests');
  const format = useFormatter();
  if (test === null) return null;
  return (
    <div className={styles.test}>
      <dt>{name}</dt>
      <dd>{shareText(test.p, t)}</dd>
      <dd className={styles.figures}>
        {t('figures', {
          statistic: format.number(test.statistic, { maximumFractionDigits: 2, minimumFractionDigits: 2 }),
          degrees: test.degrees,
          p:
            test.p < P_SHOWN_MIN
              ? t('below', { least: format.number(P_SHOWN_MIN, SMALL) })
              : t('is', { p: format.number(test.p, SMALL) }),
        })}
      </dd>
    </div>
  );
}

/** Formats a p value: as a percentage, below one percent as "one in …". */
function shareText(p: number, t: ReturnType<typeof useTranslations<'book.statistics.tests'>>): string {
  if (p >= 0.01) return t('share', { share: Math.round(p * 100) });
  return p > P_SHOWN_MIN ? t('rare', { many: Math.round(1 / p) }) : t('hardlyEver');
}
