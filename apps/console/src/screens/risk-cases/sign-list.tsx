import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Sign } from '../../api/members/risk-cases.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { StateChip } from '../../ui/state-chip.tsx';

/** Signs of harm in words, with the figures behind them. */
export function SignList({ signs }: { signs: readonly Sign[] }) {
  const t = useText();
  const money = useMoney();
  if (signs.length === 0) return <Typography>{t('riskCases.noSigns')}</Typography>;
  const written = ({ kind, figure, usual }: Sign) => {
    const value = (one: string) => (kind === 'spend' ? money(one) : one);
    return t(`riskCases.sign.${kind}`, { figure: value(figure), usual: value(usual ?? '0') });
  };
  return (
    <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {signs.map((sign) => (
        <Stack component="li" direction="row" spacing={1} key={sign.kind} sx={{ alignItems: 'center' }}>
          <StateChip tone={sign.level === 'high' ? 'bad' : 'wait'} label={t(`riskCases.level.${sign.level}`)} />
          <Typography>{written(sign)}</Typography>
        </Stack>
      ))}
    </Stack>
  );
}
