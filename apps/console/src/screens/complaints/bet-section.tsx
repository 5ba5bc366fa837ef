import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Rows } from '../../features/list/rows.tsx';
import { useOddsText } from '../../features/odds/use-odds-text.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';
import type { QuestionedBet } from './bet-verdict.ts';

type Selection = QuestionedBet['selections'][number] & { key: string };

/** The bet as it is now: dice, selections with their stakes and payouts, and the total. */
export function BetSection({ bet }: { bet: QuestionedBet }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const odds = useOddsText();
  const columns = useColumns();
  return (
    <Section title={t('complaints.bet')}>
      <Stack spacing={2}>
        <Facts>
          <Fact label={t('complaints.dice')}>
            <Dice dice={bet.dice} />
          </Fact>
          <Fact label={t('complaints.staked')}>{money(bet.totalMinor)}</Fact>
          <Fact label={t('complaints.paidBack')}>{bet.payoutMinor === null ? '–' : money(bet.payoutMinor)}</Fact>
          <Fact label={t('list.state')}>{t(`complaints.betState.${bet.state}`)}</Fact>
          <Fact label={t('complaints.placed')}>{times.minute(bet.placedAtMs)}</Fact>
          <Fact label={t('complaints.settled')}>{bet.settledAtMs === null ? '–' : times.minute(bet.settledAtMs)}</Fact>
        </Facts>
        <Rows<Selection>
          title={t('complaints.selections')}
          columns={columns}
          rows={bet.selections.map((one) => ({ ...one, key: one.bet }))}
          nameOf={(one) => odds.bet(one.bet)}
        />
      </Stack>
    </Section>
  );
}

/** The dice and their sum. */
function Dice({ dice }: Pick<QuestionedBet, 'dice'>) {
  const t = useText();
  if (dice === null) return t('complaints.noDice');
  const sum = dice.reduce((one, other) => one + other, 0);
  return (
    <>
      <Typography component="span" sx={{ fontWeight: 650, letterSpacing: 2 }}>
        {dice.join(' ')}
      </Typography>
      {` · ${t('complaints.sum', { sum })}`}
    </>
  );
}

function useColumns(): Column<Selection>[] {
  const t = useText();
  const money = useMoney();
  const odds = useOddsText();
  return [
    { key: 'bet', label: t('complaints.selection'), cell: () => null },
    { key: 'stake', label: t('complaints.staked'), atEnd: true, cell: ({ stakeMinor }) => money(stakeMinor) },
    { key: 'odds', label: t('complaints.odds'), atEnd: true, cell: ({ multiplier }) => odds.multiplier(multiplier) },
    {
      key: 'won',
      label: t('complaints.outcome'),
      cell: ({ won }) => (won === null ? '–' : t(won ? 'complaints.won' : 'complaints.notWon')),
    },
    {
      key: 'payout',
      label: t('complaints.paidBack'),
      atEnd: true,
      cell: ({ payoutMinor }) => (payoutMinor === null ? '–' : money(payoutMinor)),
    },
  ];
}
