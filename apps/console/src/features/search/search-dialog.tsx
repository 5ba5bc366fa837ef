import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { QUERY_MAX, QUERY_MIN } from '../../api/staff/search.ts';
import { Form } from '../forms/form.tsx';
import { useText } from '../language/use-text.ts';
import { Failed } from '../problems/failed.tsx';
import { FoundList } from './found-list.tsx';
import { hitPath } from './hit-path.ts';
import { useSearch } from './use-search.ts';

/** Search of the whole console: a field with a list of results below. Arrow keys move, Enter opens, Escape closes. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { groups, error, isLong, searchNow, retry } = useSearch(typed);
  const hits = groups?.flatMap((group) => group.hits) ?? [];
  const chosen = hits[active];
  const optionId = (index: number) => `${listId}-${index}`;
  useEffect(
    () => document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' }),
    [listId, active],
  );
  const submit = () => {
    if (chosen === undefined) {
      searchNow();
      return;
    }
    onClose();
    void navigate(hitPath(chosen));
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    setActive((active + step + hits.length) % hits.length);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('search.title') } }}
      fullWidth
      maxWidth="sm"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogContent sx={{ p: 2 }}>
        <Form by="enter" role="search" spacing={1.5} onSubmit={submit}>
          <TextField
            autoFocus
            fullWidth
            label={t('search.label')}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setActive(0);
            }}
            onKeyDown={move}
            slotProps={{
              htmlInput: {
                role: 'combobox',
                'aria-autocomplete': 'list',
                'aria-expanded': hits.length > 0,
                'aria-controls': listId,
                'aria-activedescendant': chosen === undefined ? undefined : optionId(active),
                autoComplete: 'off',
                autoCapitalize: 'none',
                spellCheck: false,
                maxLength: QUERY_MAX,
              },
            }}
          />
          <Box role="listbox" id={listId} aria-label={t('search.results')}>
            {groups === undefined ? null : (
              <FoundList groups={groups} active={active} optionId={optionId} onActive={setActive} onChosen={onClose} />
            )}
          </Box>
          {error === null ? (
            <Typography role="status" variant="body2" color="textSecondary">
              {statusOf()}
            </Typography>
          ) : (
            <Failed error={error} onRetry={retry} />
          )}
        </Form>
      </DialogContent>
    </Dialog>
  );

  function statusOf(): string {
    if (!isLong) return t('search.hint', { min: QUERY_MIN });
    if (groups === undefined) return t('search.busy');
    return hits.length === 0 ? t('search.nothing') : t('search.found', { count: hits.length });
  }
}
