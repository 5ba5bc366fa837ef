import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Figures as FiguresAnswer } from '../../api/money/figures.ts';
import { Funds } from '../../features/figures/funds.tsx';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useAnchor } from '../../features/figures/use-anchor.ts';
import { useMoney, useTableMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useUtcTime } from '../../features/format/use-utc-time.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';
import { AMOUNT_PX, Figure, Figures } from '../../ui/figure.tsx';
import { endedIn, type Span } from './spans.ts';

type Money = NonNullable<FiguresAnswer['money']>;

interface OwedPartProps {
  money: Money;
  funds: FiguresAnswer['funds'];
  span: Span;
}

/** What the house owes its members beside its funds, and what changed it. */
export function OwedPart({ money: figures, funds, span }: OwedPartProps) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const utc = useUtcTime();
  const { published, owedMinor, atMs } = figures;
  return (
    <Stack spacing={2}>
      <Figures widthMinPx={AMOUNT_PX}>
        <Figure
          label={t('figures.owed.now')}
          value={money(owedMinor)}
          note={t('figures.owed.at', { time: utc(atMs) })}
          to="/liabilities"
        />
        <Funds funds={funds} owedMinor={owedMinor} />
        <Figure
          label={t('figures.owed.published')}
          value={published === null ? '–' : money(published.totalMinor)}
          note={published === null ? t('dashboard.noSnapshot') : times.day(published.date)}
          to="/liabilities"
        />
      </Figures>
      <Movements figures={figures} span={span} />
    </Stack>
  );
}

interface Line {
  key: string;
  label: string;
  minor: bigint;
  /** Address of the rows; null for a sum of other lines. */
  to: string | null;
  isSum?: true;
}

/** How the sum came about, line by line. Lines without movement are left out. */
function Movements({ figures, span }: { figures: Money; span: Span }) {
  const t = useText();
  const money = useTableMoney();
  const { shortDay } = useTimes();
  const lines = useLines(figures, span);
  const write = (minor: bigint, isSum: boolean) => `${!isSum && minor > 0n ? '+' : ''}${money(String(minor))}`;
  return (
    <>
      <SmallTable<Line>
        title={t('figures.owed.movements')}
        rows={lines.filter(({ minor, isSum }) => isSum || minor !== 0n)}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'what',
            label: t('figures.owed.what'),
            cell: ({ label, isSum }) => <Weighted isSum={isSum === true}>{label}</Weighted>,
          },
          {
            key: 'amount',
            label: t('figures.owed.amount'),
            cell: ({ label, minor, to, isSum }) => (
              <Weighted isSum={isSum === true}>
                {to === null ? (
                  write(minor, isSum === true)
                ) : (
                  <RowsLink to={to} about={`${label}: ${write(minor, false)}`}>
                    {write(minor, isSum === true)}
                  </RowsLink>
                )}
              </Weighted>
            ),
          },
        ]}
      />
      <Typography variant="body2" color="textSecondary">
        {t('figures.owed.note', { day: shortDay(span.from) })}
      </Typography>
    </>
  );
}

function useLines(figures: Money, span: Span): Line[] {
  const t = useText();
  const { shortDay } = useTimes();
  const anchor = useAnchor();
  const of = (name: 'in' | 'out' | 'bounced' | 'granted' | 'sold' | 'corrected' | 'staked' | 'paidOut' | 'givenBack') =>
    BigInt(figures[name].amountMinor);
  const plays = anchor('by-day');
  const joined = { joinedFrom: span.from, joinedTo: span.to };
  return [
    {
      ...{ key: 'before', label: t('figures.owed.before', { day: shortDay(span.from) }) },
      ...{ minor: BigInt(figures.owedBeforeMinor), to: '/liabilities', isSum: true as const },
    },
    {
      ...{ key: 'in', label: t('dashboard.amount.in'), minor: of('in') },
      to: listAt('payments', { state: 'credited', ...endedIn(span) }),
    },
    { key: 'granted', label: t('figures.owed.granted'), minor: of('granted'), to: listAt('members', joined) },
    {
      ...{ key: 'out', label: t('dashboard.amount.out'), minor: -of('out') },
      to: listAt('withdrawals', { state: 'paid', ...endedIn(span) }),
    },
    {
      ...{ key: 'bounced', label: t('figures.money.bounced'), minor: of('bounced') },
      to: listAt('withdrawals', { state: 'returned', ...endedIn(span) }),
    },
    { key: 'staked', label: t('figures.owed.staked'), minor: -of('staked'), to: plays },
    { key: 'paidOut', label: t('figures.owed.paidOut'), minor: of('paidOut'), to: plays },
    { key: 'givenBack', label: t('figures.owed.givenBack'), minor: of('givenBack'), to: anchor('draws-by-lottery') },
    {
      key: 'sold',
      label: t('figures.owed.sold'),
      minor: -of('sold'),
      to: listAt('purchases', { state: 'all', ...span }),
    },
    {
      ...{ key: 'corrected', label: t('figures.owed.corrected'), minor: of('corrected') },
      to: listAt('audit', { act: 'correction', ...span }),
    },
    {
      ...{ key: 'now', label: t('figures.owed.now'), minor: BigInt(figures.owedMinor) },
      ...{ to: '/liabilities', isSum: true as const },
    },
  ];
}

function Weighted({ isSum, children }: { isSum: boolean; children: ReactNode }) {
  return (
    <Box component="span" sx={{ fontWeight: isSum ? 650 : 400 }}>
      {children}
    </Box>
  );
}
