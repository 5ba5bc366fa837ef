import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form } from '../../features/forms/form.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useListContext } from '../../features/list/list-context.ts';
import { SEARCHES, type Search, searchedFor } from './search-terms.ts';

/** Searches on submit only, since each search is logged. */
export function MemberSearch() {
  const t = useText();
  const { filterValues, setFilters } = useListContext();
  const [by, setBy] = useState<Search>(filterValues.realName === undefined ? 'userName' : 'realName');
  const [typed, setTyped] = useState(
    String(filterValues.userName ?? filterValues.realName ?? filterValues.memberId ?? ''),
  );
  const submit = () => {
    setFilters(searchedFor(filterValues, by, typed));
  };
  return (
    <Form
      by="enter"
      role="search"
      direction="row"
      useFlexGap
      spacing={1}
      onSubmit={submit}
      sx={{ width: { xs: '100%', sm: 'auto' }, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
    >
      <TextField
        select
        label={t('members.search.by')}
        value={by}
        onChange={(event) => setBy(event.target.value as Search)}
        sx={{ width: { xs: '100%', sm: 240 } }}
      >
        {SEARCHES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`members.search.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="search"
        label={t('members.search.text')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{
          htmlInput: { spellCheck: false, autoCapitalize: 'none', maxLength: by === 'userName' ? 36 : 200 },
        }}
        sx={{ flex: '1 1 120px', minWidth: { xs: 0, sm: 190 } }}
      />
      <Button type="submit" variant="outlined" sx={{ flexShrink: 0 }}>
        {t('members.search.act')}
      </Button>
    </Form>
  );
}
