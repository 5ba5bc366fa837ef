import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import {
  assignThread,
  type FullThread,
  LABELS,
  type Label,
  labelThread,
  readColleagues,
  snoozeThread,
} from '../../api/members/desk.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useText } from '../../features/language/use-text.ts';
import { useMay, useMe } from '../../features/session/store.ts';
import { Section } from '../../ui/section.tsx';
import { ActMenu } from './act-menu.tsx';
import { SNOOZES, type Snooze, snoozeUntil } from './snooze-times.ts';

interface HandlingProps {
  thread: FullThread & { key: string };
}

/** Who has the conversation, until when it is snoozed, and its labels. The member sees none of it. */
export function HandlingSection({ thread }: HandlingProps) {
  const t = useText();
  const mayAct = useMay()('POST /api/console/members/{memberId}/desk/{id}/assignment');
  return (
    <Section title={t('desk.handling')}>
      <Stack spacing={2}>
        <Assignment thread={thread} mayAct={mayAct} />
        {thread.state === 'open' ? <Snoozing thread={thread} mayAct={mayAct} /> : null}
        <Labels thread={thread} mayAct={mayAct} />
      </Stack>
    </Section>
  );
}

interface PartProps extends HandlingProps {
  mayAct: boolean;
}

function Assignment({ thread, mayAct }: PartProps) {
  const t = useText();
  const me = useMe();
  const { key, assignedTo } = thread;
  const from = assignedTo?.id ?? null;
  const act = useAct((to: string | null) => assignThread(key, { from, to }), {
    confirmation: (after) =>
      after.assignedTo === null ? t('desk.givenBack') : t('desk.assignedNow', { name: after.assignedTo.name }),
  });
  const isMine = from === me.id;
  return (
    <>
      <Line label={t('desk.assigned')} value={isMine ? t('desk.you') : (assignedTo?.name ?? t('desk.nobody'))}>
        {mayAct ? (
          <>
            {isMine ? null : (
              <Button variant="outlined" onClick={() => act.mutate(me.id)} loading={act.isPending}>
                {t('desk.take')}
              </Button>
            )}
            {from === null ? null : (
              <Button variant="outlined" color="inherit" onClick={() => act.mutate(null)} disabled={act.isPending}>
                {t('desk.giveBack')}
              </Button>
            )}
            <ActMenu
              name="colleagues"
              label={t('desk.giveTo')}
              read={async (signal) => {
                const all = await readColleagues(signal);
                return all.filter(({ id }) => id !== from && id !== me.id).map(({ id, name }) => ({ value: id, name }));
              }}
              onChosen={(id) => act.mutate(id)}
            />
          </>
        ) : null}
      </Line>
      <FormProblem error={act.error} />
    </>
  );
}

function Snoozing({ thread: { key, snoozedUntilMs }, mayAct }: PartProps) {
  const t = useText();
  const times = useTimes();
  const act = useAct((untilMs: number | null) => snoozeThread(key, untilMs), {
    confirmation: (after) =>
      after.snoozedUntilMs === null
        ? t('desk.woken')
        : t('desk.snoozedNow', { until: times.minute(after.snoozedUntilMs) }),
  });
  const isSnoozed = snoozedUntilMs !== null && snoozedUntilMs > Date.now();
  if (!mayAct && !isSnoozed) return null;
  return (
    <>
      <Line
        label={t('desk.snooze')}
        value={isSnoozed ? t('desk.snoozedUntil', { until: times.minute(snoozedUntilMs) }) : t('desk.notSnoozed')}
      >
        {mayAct && isSnoozed ? (
          <Button variant="outlined" onClick={() => act.mutate(null)} loading={act.isPending}>
            {t('desk.wake')}
          </Button>
        ) : null}
        {mayAct && !isSnoozed ? (
          <ActMenu
            name="snoozes"
            label={t('desk.snoozeUntil')}
            read={async () => SNOOZES.map((one) => ({ value: one, name: t(`desk.snoozeFor.${one}`) }))}
            onChosen={(one) => act.mutate(snoozeUntil(one as Snooze, Date.now()))}
          />
        ) : null}
      </Line>
      <FormProblem error={act.error} />
    </>
  );
}

function Labels({ thread: { key, labels }, mayAct }: PartProps) {
  const t = useText();
  const act = useAct((next: Label[]) => labelThread(key, next));
  const toggle = (label: Label) =>
    act.mutate(labels.includes(label) ? labels.filter((one) => one !== label) : [...labels, label]);
  return (
    <Box role="group" aria-label={t('desk.labels')}>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
        {t('desk.labels')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {LABELS.map((label) => {
          const isOn = labels.includes(label);
          const name = t(`desk.label.${label}`);
          if (!mayAct) return isOn ? <Chip key={label} label={name} /> : null;
          return (
            <Chip
              key={label}
              component="button"
              label={name}
              size="medium"
              color={isOn ? 'primary' : 'default'}
              variant={isOn ? 'filled' : 'outlined'}
              aria-pressed={isOn}
              onClick={() => toggle(label)}
            />
          );
        })}
      </Box>
      <FormProblem error={act.error} />
    </Box>
  );
}

interface LineProps {
  label: string;
  value: string;
  children: ReactNode;
}

/** What is so now, and the buttons that change it. */
function Line({ label, value, children }: LineProps) {
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ minWidth: 160, flexGrow: 1, flexBasis: { lg: '100%' } }}>
        <Typography variant="caption" color="textSecondary" component="p">
          {label}
        </Typography>
        <Typography>{value}</Typography>
      </Box>
      {children}
    </Stack>
  );
}
