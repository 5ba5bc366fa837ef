import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { useListContext } from './list-context.ts';
import { type Narrowing, namesOf } from './narrowing.ts';

/** Chips of the filters behind the filter button. The button of a chip removes its filter. */
export function ActiveFilters({ narrowing }: { narrowing: readonly Narrowing[] }) {
  const { filterValues, setFilters } = useListContext();
  const textOf = useFilterText();
  const active = narrowing.flatMap((one) => {
    const text = textOf(one);
    return text === null ? [] : [{ text, names: namesOf(one) }];
  });
  if (active.length === 0) return null;
  const without = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(filterValues).filter(([name]) => !names.includes(name)));
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
      {active.map(({ text, names }) => (
        <Chip key={names[0]} label={text} onDelete={() => setFilters(without(names))} />
      ))}
    </Stack>
  );
}

/** Returns the text of an active filter; null for an inactive one. The member has a chip of its own. */
function useFilterText(): (one: Narrowing) => string | null {
  const t = useText();
  const money = useMoney();
  const { day } = useTimes();
  const { filterValues } = useListContext();
  return (one) => {
    const [from, to] = namesOf(one).map((name) => filterValues[name]);
    if (one.kind === 'member' || (from === undefined && to === undefined)) return null;
    if (one.kind === 'currency') return t('list.only', { label: t('list.currency'), value: from ?? '' });
    const write = one.kind === 'days' ? day : (value: string) => money(value);
    const label = t(one.label);
    if (from === undefined) return t('list.upTo', { label, to: write(to ?? '') });
    if (to === undefined) return t('list.since', { label, from: write(from) });
    return from === to
      ? t('list.only', { label, value: write(from) })
      : t('list.between', { label, from: write(from), to: write(to) });
  };
}
