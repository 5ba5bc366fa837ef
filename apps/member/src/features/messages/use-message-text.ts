import { useTranslations } from 'use-intl';
import type { Message } from '../../api/shared/types.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { useMoneyText } from '../house/use-money.ts';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { languageOf } from '../language/locales.ts';
import { useReceivedText } from '../top-ups/use-received-text.ts';

/** Formats a message in the member's language. Unknown kinds of a newer server get a general text. */
export function useMessageText(): (message: Pick<Message, 'kind' | 'params'>) => string {
  const t = useTranslations('messages.kind');
  const reasons = useTranslations('withdrawals.reason');
  const times = useTimes();
  const money = useMoneyText();
  const received = useReceivedText();
  const runsLeft = languageOf(useLocaleControl().locale)?.dir === 'rtl';

  function written(name: string, value: string | number, { currency }: Message['params']): [string, string | number] {
    if (name === 'amountMinor') {
      const amountMinor = String(value);
      const amount = typeof currency === 'string' ? received({ amountMinor, currency }) : money(amountMinor);
      return ['amount', amount];
    }
    if (name.endsWith('AtMs')) return [name.slice(0, -'AtMs'.length), times.minute(Number(value))];
    if (name === 'untilMs') return ['until', times.minute(Number(value))];
    if (name === 'reason') {
      const reason = String(value) as Parameters<typeof reasons>[0];
      return [name, reasons.has(reason) ? reasons(reason) : String(value)];
    }
    if (name === 'direction') return [name, chosenBy(value)];
    return [name, runsLeft ? isolated(value) : value];
  }

  return ({ kind, params }) => {
    const known = kind as Parameters<typeof t>[0];
    if (!t.has(known)) return t('general');
    const values = Object.entries(params).map(([name, value]) => written(name, value, params));
    const text = t(known, Object.fromEntries(values) as never);
    // A value that the words need and the message lacks makes the name of the words come back.
    return text === `messages.kind.${kind}` ? t('general') : text;
  };
}

/** Words are chosen by a direction, and no choice of theirs has a hyphen. */
function chosenBy(direction: string | number): string {
  return direction === 'from-member' ? 'out' : 'in';
}

/** Masked numbers and names keep their own order within a line that runs the other way. */
function isolated(value: string | number): string | number {
  return typeof value === 'string' ? `\u2068${value}\u2069` : value;
}
