import Stack from '@mui/material/Stack';
import type { Odds, TablePreview } from '../../api/house/lotteries.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { useMoney } from '../format/use-money.ts';
import { useText } from '../language/use-text.ts';
import type { Column } from '../list/columns.ts';
import { Rows } from '../list/rows.tsx';
import { Exact } from './exact.tsx';
import { MembersTable } from './members-table.tsx';
import { ODDS_AMOUNTS } from './odds-fields.ts';
import { useOddsText } from './use-odds-text.ts';

type Row = TablePreview['bets'][number] & { key: string };

interface OddsReviewProps {
  /** Name of the lottery. */
  name: string;
  odds: Odds;
  preview: TablePreview;
}

/** A proposed table for the second person: limits, the members' view, and each bet with exact chance and return. */
export function OddsReview({ name, odds, preview }: OddsReviewProps) {
  const t = useText();
  const money = useMoney();
  const text = useOddsText();
  return (
    <Stack spacing={2}>
      <Facts>
        {ODDS_AMOUNTS.map((amount) => (
          <Fact key={amount} label={t(`odds.amount.${amount}`)}>
            {money(odds[amount])}
          </Fact>
        ))}
      </Facts>
      <MembersTable name={name} bets={preview.bets} />
      <Rows<Row>
        title={t('odds.bets')}
        columns={useColumns()}
        rows={preview.bets.map((bet) => ({ ...bet, key: bet.bet }))}
        nameOf={({ bet }) => text.bet(bet)}
      />
    </Stack>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const odds = useOddsText();
  return [
    { key: 'bet', label: t('odds.betLabel'), cell: () => null },
    { key: 'pays', label: t('odds.pays'), atEnd: true, cell: ({ multipliers }) => odds.multiplier(multipliers) },
    { key: 'chance', label: t('odds.chance'), atEnd: true, cell: ({ chance }) => <Exact share={chance} /> },
    {
      key: 'rtp',
      label: t('odds.rtp'),
      atEnd: true,
      cell: ({ rtp, inBand }) => <Exact share={rtp} wrong={!inBand} />,
    },
    {
      key: 'smallest',
      label: t('odds.atSmallest'),
      atEnd: true,
      cell: ({ rtpAtSmallest, inBand }) => <Exact share={rtpAtSmallest} wrong={!inBand} />,
    },
    {
      key: 'band',
      label: t('odds.band'),
      cell: ({ inBand }) => (
        <StateChip tone={inBand ? 'good' : 'bad'} label={t(inBand ? 'odds.inBand' : 'odds.outOfBand')} />
      ),
    },
  ];
}
