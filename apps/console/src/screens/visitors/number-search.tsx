import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form } from '../../features/forms/form.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useListContext } from '../../features/list/list-context.ts';

/** Finds a conversation by its number on submit, whatever its state. */
export function NumberSearch() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const [typed, setTyped] = useState(String(filterValues.reference ?? ''));
  const submit = () => {
    const { reference: _, ...others } = filterValues;
    const reference = typed.trim();
    setFilters(reference === '' ? others : { reference, state: 'all' });
  };
  return (
    <Form
      role="search"
      by="enter"
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
    </Form>
  );
}
