import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useTranslations } from 'use-intl';
import 'uplot/dist/uPlot.min.css';
import type { Draw } from '../../../api/shared/types.ts';
import styles from './trend-chart.module.css';

const HEIGHT_PX = 148;
/** The middle of the sums 3 to 18, around which they fall evenly. */
const MIDDLE = 10.5;

/** Sums over time, oldest at the left. A picture of the past, which tells nothing about the next draw. */
export function TrendChart({ draws }: { draws: readonly Draw[] }) {
  const t = useTranslations('lottery');
  const frame = useRef<HTMLDivElement>(null);
  const sums = draws.map((draw) => draw.sum ?? 0);
  const drawn = sums.join(' ');

  useEffect(() => {
    if (frame.current === null) return;
    const chart = makeChart(frame.current, drawn.split(' ').map(Number).reverse());
    return () => chart.destroy();
  }, [drawn]);

  const label = t('trendLabel', { count: sums.length, least: Math.min(...sums), most: Math.max(...sums) });
  return <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={label} />;
}

function makeChart(frame: HTMLDivElement, sums: number[]): uPlot {
  const token = (name: string) => getComputedStyle(frame).getPropertyValue(name).trim();
  const font = `12px ${token('--sans')}`;
  return new uPlot(
    {
      width: frame.clientWidth,
      height: HEIGHT_PX,
      padding: [8, 6, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: [2, 19] } },
      axes: [
        { show: false },
        {
          size: 26,
          font,
          stroke: token('--ink-soft'),
          splits: [3, 10.5, 18],
          values: (_, splits) => splits.map((value) => (value === MIDDLE ? '' : String(value))),
          grid: { stroke: token('--line'), width: 1 },
          ticks: { show: false },
        },
      ],
      series: [
        {},
        {
          stroke: token('--line-strong'),
          width: 1,
          points: { show: true, size: 6, fill: token('--verdigris'), stroke: token('--verdigris') },
        },
      ],
    },
    [sums.map((_, index) => index), sums],
    frame,
  );
}
