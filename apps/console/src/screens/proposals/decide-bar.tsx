import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { confirmProposal, declineProposal, type Proposal } from '../../api/staff/proposals.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { ProposedChanges } from './proposed-changes.tsx';

interface DecideBarProps {
  proposal: Proposal;
  onDecided: () => void;
}

/** Confirms or declines a proposal. Its author can only withdraw it. */
export function DecideBar({ proposal, onDecided }: DecideBarProps) {
  const t = useText();
  const may = useMay();
  const me = useMe();
  const times = useTimes();
  const [open, setOpen] = useState<Decision | null>(null);
  const isOwn = proposal.proposedBy.id === me.id;
  const isTheirs = !movesMoney(proposal.what) || me.role === 'finance';
  const no = isOwn ? 'withdraw' : 'decline';
  const choices: Choice[] = [];
  if (isTheirs && !isOwn && may('POST /api/console/proposals/{id}/confirm')) {
    const consequence = t(`proposals.aboutOf.${CONFIRMING[proposal.what]}`);
    const act = () => setOpen('confirm');
    choices.push({ does: 'proposals.act.confirm', consequence, act, letter: 'a', look: 'main' });
  }
  if (isTheirs && may('POST /api/console/proposals/{id}/decline')) {
    const consequence = t(`proposals.aboutOf.${no}`);
    choices.push({ does: `proposals.act.${no}`, consequence, act: () => setOpen(no), letter: 'r', look: 'grave' });
  }
  return (
    <>
      <Choices choices={choices}>
        {isOwn ? (
          <NextDecider>
            {t(movesMoney(proposal.what) ? 'proposals.ownMoney' : 'proposals.own', {
              at: times.minute(proposal.proposedAtMs),
            })}
          </NextDecider>
        ) : null}
      </Choices>
      {(['confirm', no] as const).map((decision) => (
        <DecideDialog
          key={decision}
          proposal={proposal}
          decision={decision}
          open={open === decision}
          onDecided={onDecided}
          onClose={() => setOpen(null)}
        />
      ))}
    </>
  );
}

/** Message key of the explanation in the dialog. */
const CONFIRMING = {
  table: 'confirm',
  'money-rule': 'confirm',
  'service-url': 'confirmPage',
  'purchase-refund': 'confirmRefund',
  correction: 'confirmCorrection',
  reopening: 'confirmReopening',
  lottery: 'confirm',
  retirement: 'confirmRetirement',
  stop: 'confirmStop',
} as const;

/** True for refunds and corrections: finance decides them, and the member reads the reason. */
export function movesMoney(what: Proposal['what']): boolean {
  return what === 'purchase-refund' || what === 'correction';
}

type Decision = 'confirm' | 'decline' | 'withdraw';

interface DecideDialogProps {
  proposal: Proposal;
  decision: Decision;
  open: boolean;
  onDecided: () => void;
  onClose: () => void;
}

function DecideDialog({ proposal, decision, open, onDecided, onClose }: DecideDialogProps) {
  const { id, what } = proposal;
  const t = useText();
  const times = useTimes();
  const [why, setWhy, draft] = useDraft(`proposals/${id}/${decision}`, '');
  const about = decision === 'confirm' ? CONFIRMING[what] : decision;
  const act = useAct(
    async () => {
      if (decision === 'confirm') return confirmProposal(id, why);
      await declineProposal(id, why);
      return null;
    },
    {
      draft,
      confirmation(confirmed) {
        if (confirmed === null) return t('proposals.declined');
        const { pending, proposal, inForceFromMs } = confirmed;
        if (proposal.refusal !== null) return t('proposals.refused');
        if (pending || inForceFromMs === null) return t('actions.pending');
        if (what === 'purchase-refund') return t('purchases.done');
        if (what === 'correction') return t('corrections.done');
        // The support page is not recorded in the book.
        if (what === 'service-url') return t('proposals.confirmedPage');
        if (what === 'reopening') return t('faults.confirmed');
        return t('proposals.confirmed', { from: times.minute(inForceFromMs) });
      },
      onDone() {
        onClose();
        onDecided();
      },
    },
  );
  return (
    <ActDialog
      open={open}
      title={t(`proposals.titleOf.${decision}`)}
      about={
        <Stack spacing={2}>
          <Typography>{t(`proposals.aboutOf.${about}`)}</Typography>
          {open ? <ProposedChanges proposal={proposal} /> : null}
          {decision === 'withdraw' ? null : (
            <FirstDecision
              name={proposal.proposedBy.name}
              what={t('proposals.proposedIt')}
              atMs={proposal.proposedAtMs}
              why={proposal.why}
            />
          )}
        </Stack>
      }
      act={t(`proposals.act.${decision}`)}
      grave={decision !== 'confirm'}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField
        value={why}
        onChange={setWhy}
        error={act.error}
        hint={t(movesMoney(what) ? 'act.whyHint' : 'rules.whyHint')}
      />
    </ActDialog>
  );
}
