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
    // The translation returns the message key if the message lacks a value.
    return text === `messages.kind.${kind}` ? t('general') : text;
  };
}

/** Converts a direction to a value without a hyphen, because ICU select keys cannot contain one. */
function chosenBy(direction: string | number): string {
  return direction === 'from-member' ? 'out' : 'in';
}

/** Isolates masked numbers and names, so that they keep their order in right-to-left text. */
function isolated(value: string | number): string | number {
  return typeof value === 'string' ? `\u2068${value}\u2069` : value;
}
