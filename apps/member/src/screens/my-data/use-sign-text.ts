import { useTranslations } from 'use-intl';
import type { PlaySign } from '../../api/shared/types.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { useSpanText } from '../../features/limits/use-span-text.ts';

/** Names of the kinds as messages: they hold no hyphen. */
const NAMES = {
  'limit-raises': 'limitRaises',
  'failed-deposits': 'failedDeposits',
  'split-withdrawals': 'splitWithdrawals',
  'deposit-after-withdrawal': 'depositAfterWithdrawal',
  'desk-contacts': 'deskContacts',
} as const satisfies Partial<Record<PlaySign['kind'], string>>;

/** Writes a sign with the figures that explain it. `zone` is the time zone of the nights. */
export function useSignText(zone: string): (sign: PlaySign) => string {
  const t = useTranslations('myData.play.sign');
  const money = useMoneyText();
  const span = useSpanText();
  return ({ kind, figure, usual }) => {
    switch (kind) {
      case 'spend':
        return t('spend', { figure: money(figure), usual: money(usual ?? '0'), times: timesUsual(figure, usual) });
      case 'time': {
        const [played, before] = [Number(figure), Number(usual ?? 0)];
        const times = timesUsual(figure, usual);
        return t('time', { figure: span.minutes(played), usual: span.minutes(before), times });
      }
      case 'chasing':
        return t('chasing', { figure: Number(figure), usual: Number(usual ?? 0) });
      case 'night':
        return t('night', { figure: Number(figure), zone });
      default:
        return t(NAMES[kind], { figure: Number(figure) });
    }
  };
}

/** How many times the usual a figure is, to one decimal, rounded down. */
export function timesUsual(figure: string, usual: string | null): number {
  const of = BigInt(usual ?? 0);
  return of <= 0n ? 0 : Number((BigInt(figure) * 10n) / of) / 10;
}
