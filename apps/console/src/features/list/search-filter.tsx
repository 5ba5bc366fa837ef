import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form } from '../forms/form.tsx';
import { useListContext } from './list-context.ts';

const LENGTH_MAX = 80;

/** Filters a list by a typed text, the filter value `search`. Applied by Enter. */
export function SearchFilter({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const [typed, setTyped] = useState(filterValues.search ?? '');
  return (
    <search>
      <Form by="enter" onSubmit={() => setFilters({ ...filterValues, search: typed.trim() })}>
        <TextField
          type="search"
          label={label}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: LENGTH_MAX } }}
        />
      </Form>
    </search>
  );
}
