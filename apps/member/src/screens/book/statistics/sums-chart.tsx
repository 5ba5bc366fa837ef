import type { SumBand } from '@tercet/fair';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useFormatter, useTranslations } from 'use-intl';
import 'uplot/dist/uPlot.min.css';
import styles from './statistics.module.css';

const HEIGHT_PX = 220;
/** Half widths on the x axis, where one sum is 1 wide. */
const BAND_HALF = 0.42;
const BAR_HALF = 0.22;
const BAND_ALPHA = 0.28;

/** Frequency of each sum, with its expected value and range for fair dice. */
export function SumsChart({ bands, draws }: { bands: readonly SumBand[]; draws: number }) {
  const t = useTranslations('book.statistics');
  const format = useFormatter();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const percent = (share: number) => format.number(share, { style: 'percent', maximumFractionDigits: 1 });
    let chart = makeChart(element, bands, draws, percent);
    const redraw = () => {
      chart.destroy();
      chart = makeChart(element, bands, draws, percent);
    };
    // The chart reads its colours and width once, so redraw after a change of either.
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const width = new ResizeObserver(() => {
      if (element.clientWidth !== chart.width) redraw();
    });
    width.observe(element);
    return () => {
      theme.disconnect();
      width.disconnect();
      chart.destroy();
    };
  }, [bands, draws, format]);
  return <div ref={frame} className={styles.chart} dir="ltr" role="img" aria-label={t('chartLabel', { draws })} />;
}

function makeChart(
  frame: HTMLDivElement,
  bands: readonly SumBand[],
  draws: number,
  percent: (share: number) => string,
): uPlot {
  const token = (name: string) => getComputedStyle(frame).getPropertyValue(name).trim();
  const font = `12px ${token('--sans')}`;
  const top = Math.max(...bands.map(({ count, high }) => Math.max(count, high))) / draws;
  const axis = { font, stroke: token('--ink-soft'), ticks: { show: false } };
  return new uPlot(
    {
      width: frame.clientWidth,
      height: HEIGHT_PX,
      padding: [8, 2, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [2.4, 18.6] }, y: { range: [0, top * 1.06] } },
      axes: [
        {
          ...axis,
          size: 26,
          gap: 4,
          grid: { show: false },
          splits: bands.map(({ sum }) => sum),
          values: (_, sums) => sums.map(String),
        },
        {
          ...axis,
          size: 40,
          gap: 6,
          space: 44,
          grid: { stroke: token('--line'), width: 1 },
          values: (_, shares) => shares.map(percent),
        },
      ],
      series: [{}, { show: true, paths: () => null, points: { show: false } }],
      hooks: { draw: [(chart) => paint(chart, bands, draws, token)] },
    },
    [bands.map(({ sum }) => sum), bands.map(({ count }) => count / draws)],
    frame,
  );
}

function paint(chart: uPlot, bands: readonly SumBand[], draws: number, token: (name: string) => string): void {
  const { ctx } = chart;
  const [ink, line, good, wait] = ['--ink', '--line-strong', '--verdigris', '--amber'].map(token) as [
    string,
    string,
    string,
    string,
  ];
  const box = (sum: number, half: number, from: number, to: number) => {
    const [start, end] = [chart.valToPos(sum - half, 'x', true), chart.valToPos(sum + half, 'x', true)];
    const [low, high] = [chart.valToPos(from / draws, 'y', true), chart.valToPos(to / draws, 'y', true)];
    ctx.fillRect(start, high, end - start, Math.max(low - high, 0));
  };
  ctx.save();
  for (const { sum, count, expected, low, high } of bands) {
    ctx.globalAlpha = BAND_ALPHA;
    ctx.fillStyle = line;
    box(sum, BAND_HALF, low, high);
    ctx.globalAlpha = 1;
    ctx.fillStyle = count < low || count > high ? wait : good;
    box(sum, BAR_HALF, 0, count);
    ctx.fillStyle = ink;
    const [start, end] = [chart.valToPos(sum - BAND_HALF, 'x', true), chart.valToPos(sum + BAND_HALF, 'x', true)];
    const thick = 1.5 * devicePixelRatio;
    ctx.fillRect(start, chart.valToPos(expected / draws, 'y', true) - thick / 2, end - start, thick);
  }
  ctx.restore();
}
