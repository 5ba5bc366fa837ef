import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Handled,
  handleThreads,
  LABELS,
  type Label,
  readColleagues,
  type Thread,
} from '../../api/members/desk.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useListContext } from '../../features/list/list-context.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { useMe } from '../../features/session/store.ts';

export type BulkKind = 'assign' | 'label' | 'close';

interface BulkThreadsDialogProps {
  kind: BulkKind;
  threads: readonly Thread[];
  onClear: () => void;
  onClose: () => void;
}

const NOBODY = 'nobody';

/** Says what an act on several conversations does, carries it out, and shows the outcome of each. */
export function BulkThreadsDialog({ kind, threads: selected, onClear, onClose }: BulkThreadsDialogProps) {
  const t = useText();
  const me = useMe();
  const { refetch } = useListContext();
  // As they were when the dialog opened: the list changes behind it, and what it says must stay true.
  const [threads] = useState(selected);
  const [to, setTo] = useState(me.id);
  const [label, setLabel] = useState<Label>('follow-up');
  const act = useMutation({
    mutationFn: () =>
      handleThreads(
        kind === 'assign' ? { kind, to: to === NOBODY ? null : to } : kind === 'label' ? { kind, label } : { kind },
        threads.map(({ memberId, id, assignedTo }) => ({ memberId, id, from: assignedTo?.id ?? null })),
      ),
    // Some may be done even if the answer was lost.
    onSettled: () => void refetch(),
  });
  if (act.data !== undefined) {
    const end = () => {
      onClear();
      onClose();
    };
    return <Outcomes threads={threads} results={act.data} onClose={end} />;
  }
  const waiting = threads.filter(({ waitsSinceMs }) => waitsSinceMs !== null).length;
  return (
    <ActDialog
      open
      title={t(`desk.bulkTitle.${kind}`)}
      about={
        <Typography>
          {t(`desk.bulkAbout.${kind}`, { count: threads.length })}
          {kind === 'close' && waiting > 0 ? ` ${t('desk.bulkWaiting', { count: waiting })}` : null}
        </Typography>
      }
      act={t(`desk.bulk.${kind}`)}
      busy={act.isPending}
      error={act.error}
      onAct={() => act.mutate()}
      onClose={onClose}
    >
      {kind === 'assign' ? <ColleagueField value={to} onChange={setTo} /> : null}
      {kind === 'label' ? (
        <TextField
          select
          label={t('desk.labels')}
          value={label}
          onChange={(event) => setLabel(event.target.value as Label)}
        >
          {LABELS.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`desk.label.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
    </ActDialog>
  );
}

function ColleagueField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useText();
  const me = useMe();
  const { data = [] } = useQuery({
    queryKey: ['desk', 'colleagues'],
    queryFn: ({ signal }) => readColleagues(signal),
  });
  const others = data.filter(({ id }) => id !== me.id);
  return (
    <TextField select label={t('desk.assigned')} value={value} onChange={(event) => onChange(event.target.value)}>
      <MenuItem value={me.id}>{me.name}</MenuItem>
      {others.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
      <MenuItem value={NOBODY}>{t('desk.bulkNobody')}</MenuItem>
    </TextField>
  );
}

interface OutcomesProps {
  threads: readonly Thread[];
  results: readonly Handled[];
  onClose: () => void;
}

/** How many conversations were changed, and why the others were not. */
function Outcomes({ threads, results, onClose }: OutcomesProps) {
  const t = useText();
  const problem = useProblemText();
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  const left = results.filter(({ outcome }) => outcome !== 'done');
  const nameOf = (id: string) => threads.find((one) => one.id === id)?.userName ?? id;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="bulk-outcomes">
      <DialogTitle id="bulk-outcomes">{t('desk.bulkDone', { count: done, of: results.length })}</DialogTitle>
      <DialogContent>
        {left.map(({ id, outcome, code }) => (
          <Typography key={id} sx={{ mb: 1 }}>
            <strong>{nameOf(id)}</strong>:{' '}
            {outcome === 'unchanged' ? t('desk.bulkUnchanged') : problem(new Problem(code ?? 'unknown', 409))}
          </Typography>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
