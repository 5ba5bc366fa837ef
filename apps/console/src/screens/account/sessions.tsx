import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { endSession, listSessions } from '../../api/staff/account.ts';
import { useAct } from '../../features/act/use-act.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

/** The account's active sessions, with a button to end the others. */
export function Sessions() {
  const t = useText();
  const text = useProblemText();
  const times = useTimes();
  const { data, error, refetch } = useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => listSessions(signal) });
  const end = useAct(endSession, { confirmation: () => t('sessions.ended') });
  return (
    <Section title={t('sessions.title')}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {end.error ? (
        <Alert severity="error" variant="outlined">
          {text(end.error)}
        </Alert>
      ) : null}
      <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(data ?? []).map(({ id, current, address, startedAtMs, idleUntilMs }) => (
          <Stack key={id} component="li" direction="row" spacing={1} sx={{ alignItems: 'center', minHeight: 40 }}>
            <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{address}</Typography>
              <Typography variant="caption" color="textSecondary">
                {t('sessions.times', { from: times.minute(startedAtMs), until: times.minute(idleUntilMs) })}
              </Typography>
            </Stack>
            {current ? (
              <StateChip tone="good" label={t('sessions.current')} />
            ) : (
              <Button disabled={end.isPending} onClick={() => end.mutate(id)}>
                {t('sessions.end')}
              </Button>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
