import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import type { Recovery } from '../../api/members/visitors.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { RecoveryChip } from './recovery-chip.tsx';

/** A request for a new password: the answers compared with the account, times, and an earlier decision. */
export function RecoveryPanel({ recovery }: { recovery: Recovery }) {
  const t = useText();
  return (
    <Section title={t('visitors.recovery')} actions={<RecoveryChip state={recovery.state} />}>
      <Stack spacing={2}>
        <Given recovery={recovery} />
        <OnFile recovery={recovery} />
        <Times recovery={recovery} />
        {recovery.decidedAtMs === null ? null : <Decision recovery={recovery} decidedAtMs={recovery.decidedAtMs} />}
      </Stack>
    </Section>
  );
}

const MATCH_TONE = { same: 'good', different: 'bad', 'not-given': 'quiet', 'not-on-file': 'quiet' } as const;

function Given({ recovery: { userName, matches } }: { recovery: Recovery }) {
  const t = useText();
  return (
    <Group title={t('visitors.given')} about={matches === null ? undefined : t('visitors.compared')}>
      <Fact label={t('visitors.userName')}>
        <bdi>{userName}</bdi>
      </Fact>
      {matches === null ? null : (
        <>
          <Fact label={t('visitors.realName')}>
            <StateChip tone={MATCH_TONE[matches.realName]} label={t(`visitors.match.${matches.realName}`)} />
          </Fact>
          <Fact label={t('visitors.payeeDigits')}>
            <StateChip tone={MATCH_TONE[matches.payeeDigits]} label={t(`visitors.match.${matches.payeeDigits}`)} />
          </Fact>
        </>
      )}
    </Group>
  );
}

function OnFile({ recovery: { account, memberId } }: { recovery: Recovery }) {
  const t = useText();
  const times = useTimes();
  if (account === null || memberId === null) {
    return (
      <Alert severity="info" variant="outlined" role="note">
        {t('visitors.noAccount')}
      </Alert>
    );
  }
  const { userName, seenAtMs, seenSinceRequest, stoppedAtMs } = account;
  return (
    <>
      <Group title={t('visitors.account')}>
        <Fact label={t('visitors.accountName')}>
          <MemberName memberId={memberId} name={userName} />
        </Fact>
        <Fact label={t('visitors.seen')}>{seenAtMs === null ? t('visitors.neverSeen') : times.exact(seenAtMs)}</Fact>
      </Group>
      {seenSinceRequest ? (
        <Alert severity="warning" variant="outlined" role="note">
          {t('visitors.seenSince')}
        </Alert>
      ) : null}
      {stoppedAtMs === null ? null : (
        <Alert severity="warning" variant="outlined" role="note">
          {t('visitors.stoppedBefore', { at: times.minute(stoppedAtMs) })}
        </Alert>
      )}
    </>
  );
}

function Times({ recovery: { requestedAtMs, readyAtMs, expiresAtMs } }: { recovery: Recovery }) {
  const t = useText();
  const times = useTimes();
  return (
    <Group title={t('visitors.times')}>
      <Fact label={t('visitors.requested')}>{times.exact(requestedAtMs)}</Fact>
      <Fact label={t('visitors.ready')}>{times.exact(readyAtMs)}</Fact>
      <Fact label={t('visitors.expires')}>{times.exact(expiresAtMs)}</Fact>
    </Group>
  );
}

function Decision({ recovery, decidedAtMs }: { recovery: Recovery; decidedAtMs: number }) {
  const t = useText();
  const times = useTimes();
  const { state, decidedBy, why } = recovery;
  return (
    <Group title={t('visitors.decision')}>
      <Fact label={t('visitors.decidedBy')}>
        {state === 'stopped' ? t('visitors.byMember') : (decidedBy ?? t('desk.house'))}
      </Fact>
      <Fact label={t('visitors.decidedAt')}>{times.exact(decidedAtMs)}</Fact>
      <Fact label={t('act.why')}>{why ?? '–'}</Fact>
    </Group>
  );
}

interface GroupProps {
  title: string;
  /** Shown below the facts. */
  about?: string | undefined;
  children: ReactNode;
}

/** Facts under a heading. */
function Group({ title, about, children }: GroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography component="h3" variant="subtitle2" id={id} sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Facts>{children}</Facts>
      {about === undefined ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {about}
        </Typography>
      )}
    </section>
  );
}
