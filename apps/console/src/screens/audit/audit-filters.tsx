import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { plainText } from '@tercet/contract/words.ts';
import { useState } from 'react';
import { listStaff } from '../../api/staff/staff.ts';
import { MINUTE_MS } from '../../durations.ts';
import { Form } from '../../features/forms/form.tsx';
import { useText } from '../../features/language/use-text.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { useListContext } from '../../features/list/list-context.ts';
import { ActField } from './act-field.tsx';

const FIELDS = ['staff', 'act', 'member', 'from', 'to'] as const;
type Typed = Record<(typeof FIELDS)[number], string>;

const WIDTH = { xs: '100%', sm: 150 };

/** Filters by staff, act, member and time. Applied on submit only, since each search is logged too. */
export function AuditFilters() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const [form, setForm] = useState<Typed>(() => formOf(filterValues));
  const { data: staff = [] } = useQuery({
    queryKey: ['staff', 'names'],
    queryFn: ({ signal }) => listStaff(signal),
    staleTime: MINUTE_MS,
  });
  const show = (next: Typed) => {
    setForm(next);
    const typed = Object.entries(next).map(([name, value]) => [name, plainText(value)] as const);
    setFilters(Object.fromEntries(typed.filter(([, value]) => value !== '')));
  };
  const submit = () => {
    show(form);
  };
  const field = (name: keyof Typed) => ({
    label: t(`audit.filter.${name}`),
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    sx: { width: WIDTH },
  });
  const isNarrowed = Object.keys(formOf(filterValues)).some((name) => filterValues[name] !== undefined);
  const day = { type: 'date', slotProps: { inputLabel: { shrink: true } } };
  const text = { slotProps: { htmlInput: { spellCheck: false, autoCapitalize: 'none' } } };
  return (
    <Form
      by="enter"
      role="search"
      direction="row"
      useFlexGap
      spacing={1}
      onSubmit={submit}
      sx={{ flex: '1 1 auto', maxWidth: '100%', flexWrap: 'wrap' }}
    >
      <TextField select {...field('staff')}>
        <MenuItem value="">{t('list.all')}</MenuItem>
        {staff.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <ActField value={form.act} onChange={(act) => setForm({ ...form, act })} />
      <TextField {...field('member')} {...text} />
      <TextField {...field('from')} {...day} />
      <TextField {...field('to')} {...day} />
      <Button type="submit" variant="outlined">
        {t('audit.filter.show')}
      </Button>
      {isNarrowed ? (
        <Button color="inherit" onClick={() => show(formOf({}))}>
          {t('audit.filter.clear')}
        </Button>
      ) : null}
      <ExportButton path="/api/console/audit.csv" />
    </Form>
  );
}

function formOf(filter: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(FIELDS.map((name) => [name, String(filter[name] ?? '')])) as Typed;
}
