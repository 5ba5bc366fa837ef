import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import {
  REFUSAL_REASONS,
  type RefusalReason,
  type ReviewedWithdrawal,
  refuseWithdrawal,
} from '../../api/money/withdrawals.ts';
import { Problem } from '../../api/shared/problem.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { DecisionFacts } from './decision-facts.tsx';

interface RefuseProps {
  withdrawal: ReviewedWithdrawal & { key: string };
  open: boolean;
  onDecided: () => void;
  onClose: () => void;
}

const EMPTY: { chosen: RefusalReason | null; words: string } = { chosen: null, words: '' };

/**
 * Refusing takes two people with the same reason. The first person's reason is preselected while it counts. Otherwise
 * none is, so that nobody picks one by accident.
 */
export function RefuseDialog({ withdrawal, open, onDecided, onClose }: RefuseProps) {
  const t = useText();
  const money = useMoney();
  const proposed = withdrawal.reviews.findLast(({ verdict, counts }) => verdict === 'refuse' && counts)?.reason;
  const [form, setForm, draft] = useDraft(`withdrawals/${withdrawal.key}/refuse`, EMPTY);
  const { chosen, words } = form;
  const reason = chosen ?? proposed ?? null;
  const act = useAct(() => sendRefusal(withdrawal.key, reason, words), {
    draft,
    confirmation: ({ waiting, pending }) =>
      t(waiting ? 'withdrawals.refuseWaits' : pending ? 'actions.pending' : 'withdrawals.refused'),
    onDone() {
      onClose();
      onDecided();
    },
  });
  return (
    <ActDialog
      open={open}
      title={t('withdrawals.refuseTitle', { amount: money(withdrawal.amountMinor) })}
      about={<DecisionFacts withdrawal={withdrawal} verdict="refuse" about={t('withdrawals.refuseAbout')} />}
      act={t('withdrawals.refuse')}
      grave
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        select
        label={t('withdrawals.reasonLabel')}
        value={reason ?? ''}
        required
        error={act.error !== null && reason === null}
        onChange={(event) => setForm({ chosen: event.target.value as RefusalReason, words })}
      >
        {REFUSAL_REASONS.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`withdrawals.reason.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <ReasonField
        name="words"
        label={t('withdrawals.words')}
        hint={t('withdrawals.wordsHint')}
        value={words}
        onChange={(next) => setForm({ chosen, words: next })}
        error={act.error}
        autoFocus={false}
      />
    </ActDialog>
  );
}

async function sendRefusal(key: string, reason: RefusalReason | null, words: string) {
  if (reason === null) throw new Problem('fill-in', 0);
  return refuseWithdrawal(key, reason, words);
}
