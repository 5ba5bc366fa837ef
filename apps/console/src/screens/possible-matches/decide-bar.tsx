import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { decidePossibleMatch, type MatchVerdict, type PossibleMatch } from '../../api/members/possible-matches.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { Choices } from '../../features/decision/choices.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';

interface DecideBarProps {
  match: PossibleMatch & { key: string };
  onDecided: () => void;
}

/** The two verdicts. Neither changes an account. */
export function DecideBar({ match, onDecided }: DecideBarProps) {
  const t = useText();
  const [open, setOpen] = useState<MatchVerdict | null>(null);
  return (
    <>
      <Choices
        choices={[
          {
            ...{ does: 'matches.verdict.other', consequence: t('matches.then.other') },
            ...{ act: () => setOpen('other'), letter: 'a' },
          },
          {
            ...{ does: 'matches.verdict.same', consequence: t('matches.then.same') },
            ...{ act: () => setOpen('same'), letter: 'r', look: 'grave' },
          },
        ]}
      />
      {open === null ? null : (
        <DecideDialog match={match} verdict={open} onDecided={onDecided} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface DecideDialogProps extends DecideBarProps {
  verdict: MatchVerdict;
  onClose: () => void;
}

function DecideDialog({ match, verdict, onDecided, onClose }: DecideDialogProps) {
  const t = useText();
  const [why, setWhy, draft] = useDraft(`possible-matches/${match.id}/${verdict}`, '');
  const act = useAct(() => decidePossibleMatch(match.key, verdict, why), {
    draft,
    confirmation: () => t('matches.done'),
    onDone() {
      onClose();
      onDecided();
    },
  });
  return (
    <ActDialog
      open
      grave={verdict === 'same'}
      title={t(`matches.verdict.${verdict}`)}
      about={<Typography>{t(`matches.then.${verdict}`)}</Typography>}
      act={t(`matches.verdict.${verdict}`)}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('matches.whyHint')} />
    </ActDialog>
  );
}
