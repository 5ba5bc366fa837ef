import Chip from '@mui/material/Chip';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { useListContext } from './list-context.ts';

const WORDS = {
  ended: { on: 'list.endedOn', from: 'list.endedFrom' },
  joined: { on: 'list.joinedOn', from: 'list.joinedFrom' },
} as const;

/** Chip for a list that a figure filtered by day (ended or joined). Its button removes the filter. */
export function DayFilter({ of = 'ended' }: { of?: keyof typeof WORDS }) {
  const t = useText();
  const { day } = useTimes();
  const { filterValues, setFilters } = useListContext();
  const { [`${of}From`]: from, [`${of}To`]: to, ...rest } = filterValues as Record<string, string | undefined>;
  if (from === undefined) return null;
  const label = t(from === to ? WORDS[of].on : WORDS[of].from, { day: day(from) });
  return <Chip label={label} onDelete={() => setFilters(rest)} />;
}
