import Typography from '@mui/material/Typography';
import { takeBackInvites } from '../../api/members/invites.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';

interface RevokeInviteProps {
  id: string;
  /** Number of an invite, or the whole batch; null: the dialog is closed. */
  what: number | 'all' | null;
  onClose: () => void;
}

export function RevokeInvite({ id, what, onClose }: RevokeInviteProps) {
  const t = useText();
  const [why, setWhy, draft] = useDraft(`invites/${id}/${what ?? 'none'}`, '');
  const act = useAct(() => takeBackInvites(id, why, typeof what === 'number' ? what : null), {
    draft,
    confirmation: ({ withdrawn }) => t('invites.taken', { count: withdrawn }),
    onDone: onClose,
  });
  return (
    <ActDialog
      open={what !== null}
      title={typeof what === 'number' ? t('invites.takeOne', { nth: what }) : t('invites.takeAll')}
      about={<Typography>{t('invites.takeAbout')}</Typography>}
      act={t('invites.take')}
      grave
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField value={why} onChange={setWhy} error={act.error} hint={t('act.whyLog')} />
    </ActDialog>
  );
}
