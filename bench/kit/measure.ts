/** One figure as a line of JSON: the value, its reference from the same run, and their ratio. */
export interface Figure {
  bench: string;
  value: number;
  unit: string;
  /** Reference measured in the same run on the same machine; null without one. */
  floor: number | null;
  ratio: number | null;
}

export function report(bench: string, value: number, unit: string, floor: number | null = null): Figure {
  const figure = {
    bench,
    value: round(value),
    unit,
    floor: floor === null ? null : round(floor),
    ratio: null as number | null,
  };
  if (floor !== null && floor > 0) figure.ratio = Math.round((value / floor) * 1_000) / 1_000;
  process.stdout.write(`${JSON.stringify(figure)}\n`);
  return figure;
}

function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

/** The value below which the share `p` of the samples lies. Sorts in place. */
export function percentile(samples: number[], p: number): number {
  samples.sort((a, b) => a - b);
  return samples[Math.min(samples.length - 1, Math.floor(samples.length * p))] ?? Number.NaN;
}
