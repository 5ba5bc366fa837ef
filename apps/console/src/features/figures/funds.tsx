import type { Dashboard } from '../../api/money/figures.ts';
import { Figure } from '../../ui/figure.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { useHouse, useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';

/** Balance of the house at the payment provider, and whether it covers what is owed. */
export function Funds({ funds, owedMinor }: { funds: Dashboard['funds']; owedMinor: string | null }) {
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
