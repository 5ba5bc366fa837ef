import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { confirmLegalHold, type LegalHold, liftLegalHold } from '../../api/members/legal-holds.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberLink, shortId } from '../../features/members/member-link.tsx';
import { useMay, useMe } from '../../features/session/store.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip, type Tone } from '../../ui/state-chip.tsx';

type HoldState = 'proposed' | 'holds' | 'lifted' | 'expired';

const TONE: Record<HoldState, Tone> = { proposed: 'wait', holds: 'bad', lifted: 'quiet', expired: 'quiet' };
const ITEM = '/api/console/members/{memberId}/legal-holds/{id}';

interface HoldCardProps {
  memberId: string;
  hold: LegalHold;
  /** Show the member, for a list that covers all members. */
  named?: boolean;
}

/** One legal hold and its actions. The person who entered it cannot confirm it. */
export function HoldCard({ memberId, hold, named = false }: HoldCardProps) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const me = useMe();
  const [open, setOpen] = useState<HoldAct | null>(null);
  const state = stateOf(hold, Date.now());
  // A proposed hold has no effect yet, so it is withdrawn without a message to the member.
  const end = state === 'proposed' ? 'withdraw' : 'lift';
  const isOwn = hold.proposedBy.id === me.id;
  const mayConfirm = state === 'proposed' && !isOwn && may(`POST ${ITEM}/confirm`);
  const mayLift = (state === 'proposed' || state === 'holds') && may(`POST ${ITEM}/lift`);
  return (
    <Section
      title={`${hold.authority}, ${hold.reference}`}
      actions={<StateChip tone={TONE[state]} label={t(`holds.state.${state}`)} />}
    >
      <Facts>
        {named ? (
          <Fact label={t('holds.member')}>
            <MemberLink memberId={memberId}>{hold.userName || shortId(memberId)}</MemberLink>
          </Fact>
        ) : null}
        <Fact label={t('holds.proposed')}>{`${hold.proposedBy.name} · ${times.minute(hold.proposedAtMs)}`}</Fact>
        {hold.why === null ? null : <Fact label={t('act.why')}>{hold.why}</Fact>}
        <Fact label={t('holds.confirmed')}>
          {hold.confirmedBy ? `${hold.confirmedBy.name} · ${times.minute(hold.fromAtMs ?? 0)}` : '–'}
        </Fact>
        <Fact label={t('holds.expires')}>{times.minute(hold.expiresAtMs)}</Fact>
        <Fact label={t('holds.lifted')}>{hold.liftedAtMs === null ? '–' : times.minute(hold.liftedAtMs)}</Fact>
      </Facts>
      {state === 'proposed' && isOwn ? (
        <Box sx={{ mt: 2 }}>
          <NextDecider>{t('holds.own', { at: times.minute(hold.proposedAtMs) })}</NextDecider>
        </Box>
      ) : null}
      {mayConfirm ? (
        <Button variant="contained" onClick={() => setOpen('confirm')} sx={{ mt: 2, mr: 1 }}>
          {t('holds.confirm')}
        </Button>
      ) : null}
      {mayLift ? (
        <Button variant="outlined" onClick={() => setOpen(end)} sx={{ mt: 2 }}>
          {t(`holds.${end}`)}
        </Button>
      ) : null}
      <HoldDialog
        memberId={memberId}
        hold={hold}
        act="confirm"
        open={open === 'confirm'}
        onClose={() => setOpen(null)}
      />
      <HoldDialog memberId={memberId} hold={hold} act={end} open={open === end} onClose={() => setOpen(null)} />
    </Section>
  );
}

function stateOf({ liftedAtMs, confirmedBy, expiresAtMs }: LegalHold, nowMs: number): HoldState {
  if (liftedAtMs !== null) return 'lifted';
  if (expiresAtMs <= nowMs) return 'expired';
  return confirmedBy === null ? 'proposed' : 'holds';
}

type HoldAct = 'confirm' | 'lift' | 'withdraw';

interface HoldDialogProps {
  memberId: string;
  hold: LegalHold;
  act: HoldAct;
  open: boolean;
  onClose: () => void;
}

function HoldDialog({ memberId, hold, act: what, open, onClose }: HoldDialogProps) {
  const t = useText();
  const times = useTimes();
  const [why, setWhy, draft] = useDraft(`legal-holds/${hold.id}/${what}`, '');
  const send = what === 'confirm' ? confirmLegalHold : liftLegalHold;
  const act = useAct(() => send(memberId, hold.id, why), {
    draft,
    confirmation: () => t(`holds.done.${what}`),
    onDone: onClose,
  });
  return (
    <ActDialog
      open={open}
      title={t(`holds.titleOf.${what}`)}
      about={
        <Stack spacing={2}>
          <Typography>{t(`holds.aboutOf.${what}`)}</Typography>
          <Facts>
            <Fact label={t('holds.member')}>{hold.userName || memberId}</Fact>
            <Fact label={t('holds.form.authority')}>{hold.authority}</Fact>
            <Fact label={t('holds.form.reference')}>{hold.reference}</Fact>
            <Fact label={t('holds.expires')}>{times.minute(hold.expiresAtMs)}</Fact>
          </Facts>
          {what === 'confirm' ? (
            <FirstDecision
              name={hold.proposedBy.name}
              what={t('holds.proposedIt')}
              atMs={hold.proposedAtMs}
              why={hold.why}
            />
          ) : null}
        </Stack>
      }
      act={t(`holds.${what}`)}
      grave={what === 'confirm'}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <ReasonField value={why} onChange={setWhy} error={act.error} />
    </ActDialog>
  );
}
