import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { confirmLegalHold, type ListedHold, legalHoldsApi, liftLegalHold } from '../../api/members/legal-holds.ts';
import { readMemberKey } from '../../api/shared/data-provider.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { ReasonField } from '../../features/act/reason-field.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { type Choice, Choices } from '../../features/decision/choices.tsx';
import { DecisionPage } from '../../features/decision/decision-page.tsx';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { NextItem } from '../../features/decision/next-item.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { useMay, useMe } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { NextDecider } from '../../features/two-people/next-decider.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { HoldFacts } from './hold-facts.tsx';
import { HOLD_TONE, stateOf } from './hold-state.ts';

const ITEM = '/api/console/members/{memberId}/legal-holds/{id}';

/** One legal hold: its member, the first person's reason, and the decision. */
export function HoldShow() {
  return <ShowPage<ListedHold>>{(hold) => <Hold key={hold.key} hold={hold} />}</ShowPage>;
}

function Hold({ hold }: { hold: ListedHold & { key: string } }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const queue = useHoldQueue();
  const [isDecided, setIsDecided] = useState(false);
  const state = stateOf(hold, Date.now());
  const { memberId, userName, proposedBy, proposedAtMs } = hold;
  const isOpen = state === 'proposed';
  return (
    <DecisionPage
      back={{ to: '/legal-holds', name: t('holds.title') }}
      title={`${hold.authority}, ${hold.reference}`}
      about={t('holds.inWords', { name: userName, by: proposedBy.name, at: times.minute(proposedAtMs) })}
      state={<StateChip tone={HOLD_TONE[state]} label={t(`holds.state.${state}`)} />}
      member={{ id: memberId, userName }}
    >
      <Section title={t('holds.details')}>
        <HoldFacts hold={hold} />
      </Section>
      <FirstDecision name={proposedBy.name} what={t('holds.proposedIt')} atMs={proposedAtMs} why={hold.why} />
      <HoldChoices hold={hold} onDecided={() => setIsDecided(true)} />
      {may(`POST ${ITEM}/confirm`) && (isOpen || isDecided) ? (
        <NextItem queue={queue} current={hold.key} isDecided={isDecided} />
      ) : null}
    </DecisionPage>
  );
}

/** Holds of others that wait for a second person. */
function useHoldQueue(): DecisionQueue<ListedHold> {
  const me = useMe();
  return {
    page: 'legal-holds',
    api: legalHoldsApi,
    filter: {},
    isOpenTo: ({ confirmedBy, proposedBy }) => confirmedBy === null && proposedBy.id !== me.id,
    nameOf: ({ authority, reference, userName }) => `${authority}, ${reference}, ${userName}`,
  };
}

interface HoldChoicesProps {
  hold: ListedHold & { key: string };
  onDecided: () => void;
}

/** The person who entered a hold cannot confirm it. One that never took effect ends without a message. */
function HoldChoices({ hold, onDecided }: HoldChoicesProps) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const me = useMe();
  const [open, setOpen] = useState<HoldAct | null>(null);
  const state = stateOf(hold, Date.now());
  const end = state === 'proposed' ? 'withdraw' : 'lift';
  const isOwn = hold.proposedBy.id === me.id;
  const choices: Choice[] = [];
  if (state === 'proposed' && !isOwn && may(`POST ${ITEM}/confirm`)) {
    const consequence = t('holds.aboutOf.confirm');
    choices.push({ does: 'holds.confirm', consequence, act: () => setOpen('confirm'), letter: 'a', look: 'main' });
  }
  if ((state === 'proposed' || state === 'holds') && may(`POST ${ITEM}/lift`)) {
    const consequence = t(`holds.aboutOf.${end}`);
    choices.push({ does: `holds.${end}`, consequence, act: () => setOpen(end), letter: 'r' });
  }
  const dialog = { hold, onDecided, onClose: () => setOpen(null) };
  return (
    <>
      <Choices choices={choices}>
        {state === 'proposed' && isOwn ? (
          <NextDecider>{t('holds.own', { at: times.minute(hold.proposedAtMs) })}</NextDecider>
        ) : null}
      </Choices>
      <HoldDialog {...dialog} act="confirm" open={open === 'confirm'} />
      <HoldDialog {...dialog} act={end} open={open === end} />
    </>
  );
}

type HoldAct = 'confirm' | 'lift' | 'withdraw';

interface HoldDialogProps {
  hold: ListedHold & { key: string };
  act: HoldAct;
  open: boolean;
  onDecided: () => void;
  onClose: () => void;
}

function HoldDialog({ hold, act: what, open, onDecided, onClose }: HoldDialogProps) {
  const t = useText();
  const { memberId, id } = readMemberKey(hold.key);
  const times = useTimes();
  const [why, setWhy, draft] = useDraft(`legal-holds/${id}/${what}`, '');
  const send = what === 'confirm' ? confirmLegalHold : liftLegalHold;
  const act = useAct(() => send(memberId, id, why), {
    draft,
    confirmation: () => t(`holds.done.${what}`),
    onDone() {
      onClose();
      onDecided();
    },
  });
  return (
    <ActDialog
      open={open}
      title={t(`holds.titleOf.${what}`)}
      about={
        <Stack spacing={2}>
          <Typography>{t(`holds.aboutOf.${what}`)}</Typography>
          <Facts>
            <Fact label={t('holds.member')}>
              <MemberName memberId={memberId} name={hold.userName} />
            </Fact>
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
