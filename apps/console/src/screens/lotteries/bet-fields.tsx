import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { BetCode, TablePreview } from '../../api/house/lotteries.ts';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Rows } from '../../features/list/rows.tsx';
import { Exact } from '../../features/odds/exact.tsx';
import { useOddsText } from '../../features/odds/use-odds-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { type OddsDraft, readMultiplier } from './odds-draft.ts';

interface BetFieldsProps {
  draft: OddsDraft;
  preview: TablePreview | undefined;
  onChange: (bet: string, typed: readonly string[]) => void;
}

interface Row {
  key: string;
  bet: BetCode;
  typed: readonly string[];
  seen: TablePreview['bets'][number] | undefined;
}

/** Bets with input fields for their multipliers, chance and return. */
export function BetFields({ draft, preview, onChange }: BetFieldsProps) {
  const t = useText();
  const odds = useOddsText();
  const rows = Object.entries(draft.multipliers).map(([bet, typed]) => ({
    key: bet,
    bet: bet as BetCode,
    typed,
    seen: preview?.bets.find((one) => one.bet === bet),
  }));
  return (
    <Rows<Row> title={t('odds.bets')} columns={useColumns(onChange)} rows={rows} nameOf={({ bet }) => odds.bet(bet)} />
  );
}

function useColumns(onChange: BetFieldsProps['onChange']): Column<Row>[] {
  const t = useText();
  const [language] = useLanguage();
  const odds = useOddsText();
  const labelOf = (bet: BetCode, count: number, index: number) =>
    count === 1
      ? t('odds.paysOf', { bet: odds.bet(bet) })
      : t('odds.paysOfDice', { bet: odds.bet(bet), count: index + 1 });
  return [
    { key: 'bet', label: t('odds.betLabel'), cell: () => null },
    {
      key: 'pays',
      label: t('odds.pays'),
      cell: ({ bet, typed }) => (
        <Stack direction="row" spacing={1}>
          {typed.map((one, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place, for one, two or three dice
              key={index}
              value={one}
              onChange={(event) => onChange(bet, typed.with(index, event.target.value))}
              error={readMultiplier(one, language) === null}
              sx={{ width: typed.length === 1 ? 120 : 88 }}
              slotProps={{ htmlInput: { inputMode: 'decimal', 'aria-label': labelOf(bet, typed.length, index) } }}
            />
          ))}
        </Stack>
      ),
    },
    {
      key: 'chance',
      label: t('odds.chance'),
      atEnd: true,
      cell: ({ seen }) => (seen ? <Exact share={seen.chance} /> : '–'),
    },
    {
      key: 'rtp',
      label: t('odds.rtp'),
      atEnd: true,
      cell: ({ seen }) => (seen ? <Exact share={seen.rtp} wrong={!seen.inBand} /> : '–'),
    },
    {
      key: 'smallest',
      label: t('odds.atSmallest'),
      atEnd: true,
      cell: ({ seen }) => (seen ? <Exact share={seen.rtpAtSmallest} wrong={!seen.inBand} /> : '–'),
    },
    {
      key: 'band',
      label: t('odds.band'),
      cell: ({ seen }) =>
        seen === undefined ? (
          '–'
        ) : (
          <StateChip tone={seen.inBand ? 'good' : 'bad'} label={t(seen.inBand ? 'odds.inBand' : 'odds.outOfBand')} />
        ),
    },
  ];
}
