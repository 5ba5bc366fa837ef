import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { addNote, readNotes } from '../../api/members/members.ts';
import { ActDialog } from '../act/act-dialog.tsx';
import { ReasonField } from '../act/reason-field.tsx';
import { useAct } from '../act/use-act.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import { Paged } from '../list/paged.tsx';
import { useMay } from '../session/store.ts';

/** Notes of staff about the member. They are part of the member's data export. */
export function NotesPart({ memberId }: { memberId: string }) {
  const t = useText();
  const may = useMay();
  const times = useTimes();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Stack spacing={1.5}>
      {may('POST /api/console/members/{memberId}/notes') ? (
        <Button variant="outlined" onClick={() => setIsOpen(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('members.notes.add')}
        </Button>
      ) : null}
      <Paged name={['notes', memberId]} read={(ask) => readNotes(memberId, ask)} empty={t('members.notes.empty')}>
        {(notes) => (
          <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {notes.map(({ id, words, staffName, atMs }) => (
              <Paper key={id} component="li" variant="outlined" sx={{ p: 2 }}>
                <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{words}</Typography>
                <Typography variant="caption" color="textSecondary">
                  {`${staffName} · ${times.minute(atMs)}`}
                </Typography>
              </Paper>
            ))}
          </Stack>
        )}
      </Paged>
      {isOpen ? <NoteDialog memberId={memberId} onClose={() => setIsOpen(false)} /> : null}
    </Stack>
  );
}

function NoteDialog({ memberId, onClose }: { memberId: string; onClose: () => void }) {
  const t = useText();
  const [words, setWords, draft] = useDraft(`members/${memberId}/note`, '');
  const add = useAct(() => addNote(memberId, words), {
    draft,
    confirmation: () => t('members.notes.added'),
    onDone: onClose,
  });
  return (
    <ActDialog
      open
      title={t('members.notes.add')}
      about={<Typography>{t('members.notes.about')}</Typography>}
      act={t('members.notes.act')}
      busy={add.isPending}
      error={add.error}
      draft={draft}
      onAct={() => add.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField
        name="words"
        label={t('members.notes.words')}
        hint={t('members.notes.hint')}
        value={words}
        onChange={setWords}
        error={add.error}
      />
    </ActDialog>
  );
}
