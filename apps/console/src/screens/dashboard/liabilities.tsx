import type { Dashboard } from '../../api/money/figures.ts';
import { Funds } from '../../features/figures/funds.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { Figure, Figures } from '../../ui/figure.tsx';

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
