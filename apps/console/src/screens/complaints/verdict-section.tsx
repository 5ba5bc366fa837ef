import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { BetVerdict, QuestionedBet } from './bet-verdict.ts';
import { useBetVerdict } from './use-bet-verdict.ts';

/** What the dice and the proof say about a bet, in words. Computed in this browser from public data. */
export function VerdictSection({ bet }: { bet: QuestionedBet }) {
  const t = useText();
  const { data, error, refetch } = useBetVerdict(bet);
  return (
    <Section title={t('complaints.verdict')}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={96} label={t('state.loading')} />
      ) : (
        <Words bet={bet} verdict={data} />
      )}
    </Section>
  );
}

const BET_LOOK = {
  pending: 'info',
  paid: 'success',
  lost: 'success',
  returned: 'success',
  differs: 'error',
} as const;
const PROOF_LOOK = {
  holds: 'success',
  'time-not-proven': 'success',
  void: 'info',
  unclear: 'info',
  fails: 'error',
} as const;

function Words({ bet, verdict }: { bet: QuestionedBet; verdict: BetVerdict }) {
  const t = useText();
  const money = useMoney();
  const amounts = {
    due: verdict.dueMinor === null ? '–' : money(verdict.dueMinor),
    paid: money(bet.payoutMinor ?? '0'),
    total: money(bet.totalMinor),
  };
  return (
    <Stack spacing={1}>
      <Alert severity={BET_LOOK[verdict.bet]} variant="outlined">
        {t(`complaints.standing.${verdict.bet}`, amounts)}
      </Alert>
      <Alert severity={PROOF_LOOK[verdict.proof]} variant="outlined">
        {t(`complaints.proofOf.${verdict.proof}`)}
      </Alert>
    </Stack>
  );
}
