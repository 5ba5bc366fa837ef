import type { TableFault } from '../../api/house/lotteries.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { useMoney } from '../format/use-money.ts';
import { useTimes } from '../format/use-times.ts';
import { useKnownText, useText } from '../language/use-text.ts';
import { useFaultText } from '../odds/use-fault-text.ts';
import { useCaptionsFault } from './use-captions-fault.ts';

/** Explains a problem in the reader's language, with the next step. */
export function useProblemText(): (error: unknown) => string {
  const t = useText();
  const text = useKnownText();
  const money = useMoney();
  const { minute } = useTimes();
  const faultText = useFaultText();
  const captionsFault = useCaptionsFault();
  return (error) => {
    const { code, params, fields } = asProblem(error);
    const stated = code === 'date-bad' && 'untilMs' in fields ? 'date-span' : code;
    const values = Object.entries(params).map(([name, value]) => {
      if (name.endsWith('Ms')) return [name.slice(0, -2), minute(Number(value))];
      return name.endsWith('Minor') ? [name.slice(0, -5), money(String(value))] : [name, value];
    });
    if (code === 'table-bad')
      values.push(['what', faultText({ code: params.fault, bet: params.bet ?? null } as TableFault)]);
    if (code === 'bad-captions') values.push(['what', captionsFault(params.what)]);
    return text(`errors.${stated}`, Object.fromEntries(values)) ?? t('errors.internal');
  };
}
