import { Area, ComposedChart, Legend, Line, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

export interface ReturnPoint {
  label: string;
  /** Shares of the stakes; null on days without stakes. */
  realised: number | null;
  published: number | null;
  band: readonly [number, number] | null;
}

interface ReturnChartProps {
  points: readonly ReturnPoint[];
  names: { realised: string; published: string; band: string };
  write: (share: number) => string;
  colours: Readonly<Record<'ink' | 'inkSoft' | 'line' | 'leaf' | 'verdigris' | 'amber', string>>;
  height: number;
}

const LETTERS_PX = 12;
const AXIS_PX = 56;
/** Bands that reach further are cut, so that the line keeps its shape. */
const BAND_TOP_MAX = 2;
const MARGIN = 0.1;
/** Smallest height of the axis, as a share of the stakes. */
const RANGE_MIN = 0.02;

/** Ends of the axis: from the lowest to the highest value, with a margin. */
function rangeOf(points: readonly ReturnPoint[]): [low: number, high: number] {
  const realised = points.flatMap((point) => point.realised ?? []);
  const bands = points.flatMap(({ band, published }) => [...(band ?? []), ...(published === null ? [] : [published])]);
  const low = Math.min(...realised, ...bands, 1);
  const high = Math.max(...realised, ...bands.map((end) => Math.min(end, BAND_TOP_MAX)), 0);
  const margin = Math.max(high - low, RANGE_MIN) * MARGIN;
  return [Math.max(0, low - margin), high + margin];
}

/** Realised return by day: dots on a line, before the expected band. A table shows the same data. */
export function ReturnChart({ points, names, write, colours, height }: ReturnChartProps) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart data={[...points]} accessibilityLayer={false} margin={{ top: 4, right: 8, bottom: 0, left: 0 }}>
        <XAxis
          dataKey="label"
          interval="preserveStartEnd"
          minTickGap={24}
          tickLine={false}
          stroke={colours.line}
          tick={{ fill: colours.inkSoft, fontSize: LETTERS_PX }}
        />
        <YAxis
          width={AXIS_PX}
          domain={rangeOf(points)}
          allowDataOverflow
          tickCount={4}
          tickLine={false}
          axisLine={false}
          tick={{ fill: colours.inkSoft, fontSize: LETTERS_PX }}
          tickFormatter={(share) => write(Number(share))}
        />
        <ReferenceLine y={1} stroke={colours.line} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: colours.line }}
          formatter={(value) =>
            Array.isArray(value) ? value.map((end) => write(Number(end))).join(' – ') : write(Number(value))
          }
          contentStyle={{ backgroundColor: colours.leaf, borderColor: colours.line, borderRadius: 8 }}
          labelStyle={{ color: colours.inkSoft }}
          itemStyle={{ color: colours.ink, padding: 0 }}
        />
        <Legend
          align="left"
          iconSize={LETTERS_PX}
          itemSorter={null}
          wrapperStyle={{ fontSize: LETTERS_PX }}
          formatter={(name) => <span style={{ color: colours.ink }}>{name}</span>}
        />
        <Area
          dataKey="band"
          name={names.band}
          fill={colours.verdigris}
          fillOpacity={0.2}
          stroke="none"
          activeDot={false}
          isAnimationActive={false}
          legendType="square"
        />
        <Line
          dataKey="published"
          name={names.published}
          stroke={colours.verdigris}
          strokeWidth={2}
          strokeDasharray="6 4"
          dot={false}
          isAnimationActive={false}
          legendType="plainline"
        />
        <Line
          dataKey="realised"
          name={names.realised}
          stroke={colours.amber}
          strokeWidth={2}
          dot={{ r: 3, fill: colours.amber, stroke: colours.amber }}
          isAnimationActive={false}
          legendType="circle"
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
