import { Bar, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

interface Point {
  label: string;
  first: number;
  second?: number;
}

interface DayChartProps {
  points: readonly Point[];
  /** Name of the first series (bars) and of the second (line). */
  names: readonly string[];
  write: (value: number) => string;
  colours: Readonly<Record<'ink' | 'inkSoft' | 'line' | 'leaf' | 'verdigris' | 'amber', string>>;
  height: number;
}

const LETTERS_PX = 12;

/** Two series by day. They differ in shape, not only in colour; a table shows the same data. */
export function DayChart({ points, names, write, colours, height }: DayChartProps) {
  const [first = '', second] = names;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart data={[...points]} accessibilityLayer={false} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
        <XAxis
          dataKey="label"
          interval="preserveStartEnd"
          minTickGap={24}
          tickLine={false}
          stroke={colours.line}
          tick={{ fill: colours.inkSoft, fontSize: LETTERS_PX }}
        />
        <YAxis hide domain={[0, 'auto']} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: colours.line, fillOpacity: 0.5 }}
          formatter={(value) => write(Number(value))}
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
        <Bar dataKey="first" name={first} fill={colours.verdigris} isAnimationActive={false} radius={[2, 2, 0, 0]} />
        {second === undefined ? null : (
          <Line
            dataKey="second"
            name={second}
            stroke={colours.amber}
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
            legendType="plainline"
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
