import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form } from '../../features/forms/form.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useListContext } from '../../features/list/list-context.ts';

/** Searches names in all languages on submit. */
export function VideoSearch() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const [typed, setTyped] = useState(String(filterValues.search ?? ''));
  const submit = () => {
    setFilters({ ...filterValues, search: typed.trim() });
  };
  return (
    <Form
      by="enter"
      role="search"
      direction="row"
      spacing={1}
      onSubmit={submit}
      sx={{ width: { xs: '100%', sm: 'auto' } }}
    >
      <TextField
        type="search"
        label={t('videos.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 120 } }}
        sx={{ flex: '1 1 120px' }}
      />
      <Button type="submit" variant="outlined" sx={{ flexShrink: 0 }}>
        {t('members.search.act')}
      </Button>
    </Form>
  );
}
