import type { Dashboard } from '../../api/money/figures.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { rowsAt } from '../../features/pages/page-paths.ts';
import { Figure, Figures } from '../../ui/figure.tsx';

const AMOUNTS = ['stakes', 'wins', 'in', 'out'] as const;

/** Figures of the current day, in UTC like the book's days. */
export function Today({ figures }: { figures: NonNullable<Dashboard['today']> }) {
  const t = useText();
  const money = useMoney();
  const { shortDay } = useTimes();
  const { day, joined } = figures;
  return (
    <Figures>
      <Figure
        label={t('dashboard.joined')}
        value={String(joined.count)}
        note={t('dashboard.dayNote', { day: shortDay(day) })}
        to={rowsAt(joined.path)}
      />
      {AMOUNTS.map((name) => {
        const { amountMinor, count, path } = figures[name];
        return (
          <Figure
            key={name}
            label={t(`dashboard.amount.${name}`)}
            value={money(amountMinor)}
            note={t(`dashboard.count.${name}`, { count })}
            to={rowsAt(path)}
          />
        );
      })}
    </Figures>
  );
}
