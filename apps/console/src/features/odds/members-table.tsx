import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { facesOf, groupBets } from '@tercet/contract/bet-groups.ts';
import type { BetCode, TablePreview } from '../../api/house/lotteries.ts';
import { useText } from '../language/use-text.ts';
import { useOddsText } from './use-odds-text.ts';

type Bet = Pick<TablePreview['bets'][number], 'bet' | 'multipliers' | 'chance' | 'rtp'>;

/** Sums that a bet covers, if its name does not say so. */
const RANGES: Readonly<Record<string, string>> = { small: '3–10', big: '11–18' };
/** Columns of each kind of bets on a phone. */
const COLUMNS = { even: 4, sums: 4, numbers: 3, pairs: 5, doubles: 3, triples: 3 } as const;
const PHONE_PX = 358;

/** The bets of a table in the order and groups of the members' screen, with multiplier, chance and return of each. */
export function MembersTable({ name, bets }: { name: string; bets: readonly Bet[] }) {
  const t = useText();
  const groups = groupBets(bets);
  const isPlain = groups.every(({ group }) => group === 'even' || group === 'sums');
  return (
    <Box
      component="section"
      aria-label={t('odds.preview')}
      sx={{
        maxWidth: PHONE_PX,
        p: 2,
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        bgcolor: 'background.default',
      }}
    >
      <Typography component="h3" variant="subtitle1" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {name || '…'}
      </Typography>
      {groups.map(({ group, bets: some }) => (
        <Box key={group} sx={{ mb: 1.25 }}>
          {isPlain ? null : (
            <Typography component="h4" variant="body2" sx={{ mb: 0.75, fontWeight: 600 }}>
              {t(`odds.group.${group}`)}
            </Typography>
          )}
          <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: `repeat(${COLUMNS[group]}, minmax(0, 1fr))` }}>
            {some.map((bet) => (
              <Cell key={bet.bet} bet={bet} isWhole={bet.bet === 't'} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Cell({ bet: { bet, multipliers, chance, rtp }, isWhole }: { bet: Bet; isWhole: boolean }) {
  const odds = useOddsText();
  const range = RANGES[bet];
  return (
    <Box
      sx={{
        gridColumn: isWhole ? '1 / -1' : undefined,
        px: 0.5,
        py: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        textAlign: 'center',
        lineHeight: 1.35,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Name bet={bet} />
      {range === undefined ? null : <Box sx={{ fontSize: 11, color: 'text.secondary' }}>{range}</Box>}
      <Box sx={{ fontSize: 12, fontWeight: 600 }}>{odds.multiplierInCell(multipliers)}</Box>
      <Box sx={{ fontSize: 11, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {odds.percentInCell(chance)} · {odds.percentInCell(rtp)}
      </Box>
    </Box>
  );
}

/** The name of a bet, or its dice. */
function Name({ bet }: { bet: BetCode }) {
  const odds = useOddsText();
  const faces = facesOf(bet);
  if (faces.length === 0) {
    return <Box sx={{ fontSize: 13, fontWeight: 600 }}>{/^s\d/.test(bet) ? bet.slice(1) : odds.bet(bet)}</Box>;
  }
  return (
    <Box role="img" aria-label={odds.bet(bet)} dir="ltr" sx={{ display: 'flex', gap: '3px', justifyContent: 'center' }}>
      {faces.map((face, place) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: faces repeat and never move
          key={place}
          sx={{ width: 18, height: 18, border: 1, borderRadius: '4px', fontSize: 11, lineHeight: '16px' }}
        >
          {face}
        </Box>
      ))}
    </Box>
  );
}
