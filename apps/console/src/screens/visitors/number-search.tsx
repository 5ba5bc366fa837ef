import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../../features/language/use-text.ts';

/** Finds a conversation by its number on submit, whatever its state. */
export function NumberSearch() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const [typed, setTyped] = useState(String(filterValues.reference ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { reference: _, ...others } = filterValues;
    const reference = typed.trim();
    setFilters(reference === '' ? others : { reference, state: 'all' });
  };
  return (
    <Stack
      component="form"
      role="search"
      direction="row"
      spacing={1}
      onSubmit={submit}
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      <TextField
        type="search"
        label={t('visitors.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off' } }}
        sx={{ flex: '1 1 120px' }}
      />
      <Button type="submit" variant="outlined" sx={{ flexShrink: 0 }}>
        {t('members.search.act')}
      </Button>
    </Stack>
  );
}
