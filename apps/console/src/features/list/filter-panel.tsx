import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useAmounts } from '../forms/amount-field.tsx';
import { Form } from '../forms/form.tsx';
import { useText } from '../language/use-text.ts';
import { useListContext } from './list-context.ts';
import { MemberField, useMemberId } from './member-field.tsx';
import { type Narrowing, namesOf } from './narrowing.ts';
import { AmountSpanFields, DaySpanFields } from './span-fields.tsx';

interface FilterPanelProps {
  anchor: HTMLElement;
  narrowing: readonly Narrowing[];
  onClose: () => void;
}

type Typed = Readonly<Record<string, string>>;

/** Filters of a list. Applied on submit only, since each search is logged. */
export function FilterPanel({ anchor, narrowing, onClose }: FilterPanelProps) {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const amounts = useAmounts();
  const memberIdOf = useMemberId();
  const names = narrowing.flatMap(namesOf);
  const written = (name: string) => {
    const value = filterValues[name] ?? '';
    return name.endsWith('Minor') && value !== '' ? amounts.write(value) : value;
  };
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(names.map((name) => [name, written(name)])));
  const [fault, setFault] = useState<string | null>(null);
  const field = (name: string) => ({
    value: typed[name] ?? '',
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  });
  const apply = async () => {
    const values = Object.fromEntries(names.map((name) => [name, readValue(name, typed[name] ?? '', amounts.read)]));
    // An amount that cannot be read: its field says why.
    if (Object.values(values).includes(null)) return;
    const [place] = narrowing.filter(({ kind }) => kind === 'member').flatMap(namesOf);
    const typedMember = place === undefined ? undefined : values[place];
    if (place !== undefined && typeof typedMember === 'string') {
      const found = await memberIdOf(typedMember);
      if (found === null) return setFault(t('list.noSuchMember'));
      values[place] = found;
    }
    setFilters({ ...filterValues, ...values });
    onClose();
  };
  const clear = () => {
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !names.includes(name))));
    onClose();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.filters'), variant: 'outlined' } }}
    >
      <Form by="enter" role="search" onSubmit={() => void apply()} sx={{ p: 2, width: 380, maxWidth: '100%' }}>
        {narrowing.map((one) => {
          const [first = '', last = ''] = namesOf(one);
          if (one.kind === 'member') return <MemberField key={first} {...field(first)} fault={fault} />;
          if (one.kind === 'amount') {
            return <AmountSpanFields key={first} label={t(one.label)} from={field(first)} to={field(last)} />;
          }
          if (one.kind === 'days') {
            return <DaySpanFields key={first} label={t(one.label)} from={field(first)} to={field(last)} />;
          }
          return (
            <TextField
              key={first}
              label={t('list.currency')}
              value={typed[first] ?? ''}
              onChange={(event) => field(first).onChange(event.target.value.toUpperCase())}
              slotProps={{ htmlInput: { maxLength: 3, spellCheck: false } }}
            />
          );
        })}
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained">
            {t('list.apply')}
          </Button>
          <Button color="inherit" onClick={clear}>
            {t('list.clear')}
          </Button>
        </Stack>
      </Form>
    </Popover>
  );
}

/** A typed filter as the server takes it; undefined without one, null if it cannot be read. */
function readValue(name: string, typed: string, readAmount: (typed: string) => string | null) {
  const text = typed.trim();
  if (text === '') return undefined;
  return name.endsWith('Minor') ? readAmount(text) : text;
}
