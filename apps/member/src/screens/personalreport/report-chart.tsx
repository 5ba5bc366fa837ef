import { useTranslations } from 'use-intl';
import { useMoneyParts } from '../../features/house/use-money.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { type Bucket, topOf } from './buckets.ts';
import styles from './report-chart.module.css';

const LINES = [0n, 1n, 2n] as const;
/** Width of a bar as a share of its bucket. */
const BAR = 0.36;

/** Bars of staked and won amounts, oldest on the left. The table below it has the numbers. */
export function ReportChart({ buckets }: { buckets: readonly Bucket[] }) {
  const t = useTranslations('report');
  const parts = useMoneyParts();
  const times = useTimes();
  const largest = buckets.reduce((most, { staked, won }) => max(most, max(staked, won)), 0n);
  const top = topOf(largest);
  const share = (minor: bigint) => (Number(minor) / Number(top)) * 100;
  const width = 100 / buckets.length;
  const scale = (minor: bigint) =>
    parts(minor, { decimalsOfWhole: false })
      .filter(({ kind }) => kind === 'number')
      .map(({ text }) => text)
      .join('');
  const [first, last] = [buckets[0]?.from ?? '', buckets.at(-1)?.to ?? ''];
  return (
    <div className={styles.frame} dir="ltr" role="img" aria-label={t('chartLabel', { count: buckets.length })}>
      <div className={styles.scale} aria-hidden="true">
        {LINES.map((line) => (
          <span key={String(line)}>{scale((top * line) / 2n)}</span>
        ))}
      </div>
      <svg className={styles.chart} aria-hidden="true">
        {LINES.map((line) => (
          <line
            key={String(line)}
            x1="0"
            x2="100%"
            y1={`${100 - Number(line) * 50}%`}
            y2={`${100 - Number(line) * 50}%`}
            className={styles.line}
          />
        ))}
        {buckets.map(({ from, staked, won }, index) => (
          <g key={from}>
            <Bar x={index * width + width * (0.5 - BAR)} width={width * BAR} height={share(staked)} of="staked" />
            <Bar x={index * width + width * 0.5} width={width * BAR} height={share(won)} of="won" />
          </g>
        ))}
      </svg>
      <div className={styles.days} aria-hidden="true">
        <span>{times.utcDays(first)}</span>
        {first === last ? null : <span>{times.utcDays(last)}</span>}
      </div>
    </div>
  );
}

function Bar({ x, width, height, of }: { x: number; width: number; height: number; of: 'staked' | 'won' }) {
  if (height <= 0) return null;
  return <rect x={`${x}%`} y={`${100 - height}%`} width={`${width}%`} height={`${height}%`} className={styles[of]} />;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
