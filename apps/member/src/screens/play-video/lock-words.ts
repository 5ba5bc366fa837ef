import { useTranslations } from 'use-intl';
import type { VideoAccess, VideoLock } from '../../api/shared/types.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { useSpanText } from '../../features/videos/price-mark.tsx';
import { useTimes } from '../../ui/format/use-times.ts';

export interface LockWords {
  title: string;
  text: string;
}

/** Title and text of the condition for the whole film. */
export function useLockWords(): (lock: VideoLock, access: VideoAccess) => LockWords {
  const t = useTranslations('player');
  const price = usePriceText();
  const span = useSpanText();
  const requested = useAskedText();
  return (lock, access) => {
    switch (lock.why) {
      case 'sign-in':
        return { title: t('lock.signIn'), text: requested(access) };
      case 'restricted':
        return { title: t('lock.restricted'), text: t('lock.restrictedText') };
      case 'too-young':
        return { title: t('lock.tooYoung', { age: lock.age }), text: t('lock.tooYoungText') };
      case 'switched-off':
        return { title: t('lock.switchedOff'), text: t('lock.switchedOffText') };
      case 'balance': {
        const amount = price(lock.balanceMinor);
        return {
          title: t('lock.balance', { amount }),
          text: t('lock.balanceText', { missing: price(lock.missingMinor) }),
        };
      }
      case 'price': {
        const values = { amount: price(lock.priceMinor), span: span(lock.hours) };
        return { title: t('lock.price', values), text: t('lock.priceText') };
      }
    }
  };
}

function useAskedText(): (access: VideoAccess) => string {
  const t = useTranslations('player.ask');
  const price = usePriceText();
  const span = useSpanText();
  return (access) => {
    switch (access.kind) {
      case 'free':
        return t('free');
      case 'balance':
        return t('balance', { amount: price(access.balanceMinor) });
      case 'bought':
        return t('price', { amount: price(access.priceMinor), span: span(access.hours) });
    }
  };
}

/** Text that tells why the whole film is open to the member. */
export function useOpenText(): (access: VideoAccess, boughtUntilMs: number | null) => string {
  const t = useTranslations('player.open');
  const price = usePriceText();
  const { minute } = useTimes();
  return (access, boughtUntilMs) => {
    if (boughtUntilMs !== null) return t('bought', { until: minute(boughtUntilMs) });
    return access.kind === 'balance' ? t('balance', { amount: price(access.balanceMinor) }) : t('free');
  };
}
