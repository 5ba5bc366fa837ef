import type { Dashboard } from '../../api/money/figures.ts';
import { useHouse, useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

interface LiabilitiesProps {
  owed: NonNullable<Dashboard['liabilities']>;
  funds: Dashboard['funds'];
}

/** Debt to members beside the funds that the payment provider reports. */
export function Liabilities({ owed, funds }: LiabilitiesProps) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const { published, onTheWay } = owed;
  return (
    <Figures>
      {published === null ? (
        <Figure label={t('dashboard.liabilities')} value="–" note={t('dashboard.noSnapshot')} to="/liabilities" />
      ) : (
        <Figure
          label={t('dashboard.liabilities')}
          value={money(published.totalMinor)}
          note={t('dashboard.snapshot', { day: times.shortDay(published.date), members: published.members })}
          to={rowsAt(published.path)}
        />
      )}
      <Figure
        label={t('dashboard.onTheWay')}
        value={money(onTheWay.amountMinor)}
        note={t('dashboard.count.onTheWay', { count: onTheWay.count })}
        to={rowsAt(onTheWay.path)}
      />
      <Funds funds={funds} owedMinor={published?.totalMinor ?? null} />
    </Figures>
  );
}

function Funds({ funds, owedMinor }: { funds: Dashboard['funds']; owedMinor: string | null }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const { data: house } = useHouse();
  const { state, amountMinor, atMs } = funds;
  if (state === 'none' || amountMinor === null || atMs === null) {
    const why = state === 'none' ? t('dashboard.fundsNone') : t('dashboard.fundsUnknown');
    return <Figure label={t('dashboard.funds')} value="–" note={why} />;
  }
  // Play credits need no coverage.
  const isCovered = house?.mode === 'live' && owedMinor !== null ? BigInt(amountMinor) >= BigInt(owedMinor) : null;
  return (
    <Figure
      label={t('dashboard.funds')}
      value={money(amountMinor)}
      note={
        <>
          {t('dashboard.fundsAt', { at: times.minute(atMs) })}{' '}
          {isCovered === null ? null : (
            <StateChip
              tone={isCovered ? 'good' : 'bad'}
              label={t(isCovered ? 'dashboard.covered' : 'dashboard.short')}
            />
          )}
        </>
      }
    />
  );
}
