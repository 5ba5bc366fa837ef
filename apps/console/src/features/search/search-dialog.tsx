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
import type { NamedPage } from './named-pages.ts';
import { usePageHits } from './use-page-hits.ts';
import { useSearch } from './use-search.ts';

interface SearchDialogProps {
  /** Pages that are found by their name. */
  pages: readonly NamedPage[];
  onClose: () => void;
}

/** Search of the whole console: a field with a list of results below. Arrow keys move, Enter opens, Escape closes. */
export function SearchDialog({ pages, onClose }: SearchDialogProps) {
  const t = useText();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { groups, error, isLong, searchNow, retry } = useSearch(typed);
  const named = usePageHits(pages, typed);
  const hits = groups?.flatMap((group) => group.hits) ?? [];
  const paths = [...named.map(({ to }) => to), ...hits.map(hitPath)];
  const chosen = paths[active];
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
    void navigate(chosen);
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined || paths.length === 0) return;
    event.preventDefault();
    setActive((active + step + paths.length) % paths.length);
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
                'aria-expanded': paths.length > 0,
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
            <FoundList
              pages={named}
              groups={groups ?? []}
              active={active}
              optionId={optionId}
              onActive={setActive}
              onChosen={onClose}
            />
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
    return paths.length === 0 ? t('search.nothing') : t('search.found', { count: paths.length });
  }
}
