import Typography from '@mui/material/Typography';
import type { Figures } from '../../api/money/figures.ts';
import { Exposure } from '../../features/figures/exposure.tsx';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';

/** The most that the open periods can cost the house, together and each. */
export function ExposurePart({ items }: { items: NonNullable<Figures['exposure']> }) {
  const t = useText();
  const money = useMoney();
  const total = items.reduce((sum, { atRiskMinor }) => sum + BigInt(atRiskMinor), 0n);
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('figures.exposureTotal', { amount: money(String(total)) })}
      </Typography>
      <Exposure items={items} />
    </>
  );
}
