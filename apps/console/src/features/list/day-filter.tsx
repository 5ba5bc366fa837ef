import Chip from '@mui/material/Chip';
import { useListContext } from 'react-admin';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';

/** Says that the list is narrowed to the days on which things ended, where a figure led here, and takes that away. */
export function DayFilter() {
  const t = useText();
  const { day } = useTimes();
  const { filterValues, setFilters } = useListContext();
  const { endedFrom, endedTo, ...rest } = filterValues as Record<string, string | undefined>;
  if (endedFrom === undefined) return null;
  const label =
    endedFrom === endedTo ? t('list.endedOn', { day: day(endedFrom) }) : t('list.endedFrom', { day: day(endedFrom) });
  return <Chip label={label} onDelete={() => setFilters(rest)} />;
}
