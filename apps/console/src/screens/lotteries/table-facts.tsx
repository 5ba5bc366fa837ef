import Stack from '@mui/material/Stack';
import type { OddsTable } from '../../api/house/lotteries.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Rows } from '../../features/list/rows.tsx';
import { Exact } from '../../features/odds/exact.tsx';
import { MembersTable } from '../../features/odds/members-table.tsx';
import { ODDS_AMOUNTS } from '../../features/odds/odds-fields.ts';
import { useOddsText } from '../../features/odds/use-odds-text.ts';
import { Fact, Facts } from '../../ui/fact.tsx';

type Row = OddsTable['bets'][number] & { key: string };

/** A published table: limits, the members' view, and each bet with chance and return. */
export function TableFacts({ name, table }: { name: string; table: OddsTable }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const odds = useOddsText();
  return (
    <Stack spacing={2}>
      <Facts>
        <Fact label={t('lotteries.entry')}>{`#${table.entrySeq}`}</Fact>
        <Fact label={t('lotteries.since')}>
          {t('lotteries.periodAt', { period: table.firstPeriod, at: times.minute(table.opensAtMs) })}
        </Fact>
        {ODDS_AMOUNTS.map((name) => (
          <Fact key={name} label={t(`odds.amount.${name}`)}>
            {money(table[name])}
          </Fact>
        ))}
      </Facts>
      <MembersTable name={name} bets={table.bets.map((bet) => ({ ...bet, chance: shareOf(bet.chance) }))} />
      <Rows<Row>
        title={t('odds.bets')}
        columns={useColumns()}
        rows={table.bets.map((bet) => ({ ...bet, key: bet.bet }))}
        nameOf={({ bet }) => odds.bet(bet)}
      />
    </Stack>
  );
}

function shareOf({ ways, of }: Row['chance']): { num: string; den: string } {
  return { num: String(ways), den: String(of) };
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const odds = useOddsText();
  return [
    { key: 'bet', label: t('odds.betLabel'), cell: () => null },
    { key: 'pays', label: t('odds.pays'), atEnd: true, cell: ({ multipliers }) => odds.multiplier(multipliers) },
    {
      key: 'chance',
      label: t('odds.chance'),
      atEnd: true,
      cell: ({ chance }) => <Exact share={shareOf(chance)} />,
    },
    { key: 'rtp', label: t('odds.rtp'), atEnd: true, cell: ({ rtp }) => <Exact share={rtp} /> },
  ];
}
