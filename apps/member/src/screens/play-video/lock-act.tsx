import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { VideoLock } from '../../api/shared/types.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';

/** Button for the action that unlocks the film. Null if the member can do nothing. */
export function LockAct({ lock, onBuy }: { lock: VideoLock; onBuy(): void }) {
  const t = useTranslations('player.act');
  const price = usePriceText();
  const { pathname, search } = useLocation();
  switch (lock.why) {
    case 'sign-in':
      return <ButtonLink to={paths.login(pathname + search)}>{t('signIn')}</ButtonLink>;
    case 'balance':
      return <ButtonLink to={paths.recharge()}>{t('topUp')}</ButtonLink>;
    case 'price':
      return (
        <Button aria-haspopup="dialog" onClick={onBuy}>
          {t('buy', { amount: price(lock.priceMinor) })}
        </Button>
      );
    case 'switched-off':
      return <ButtonLink to={paths.videoHistory()}>{t('switchOn')}</ButtonLink>;
    case 'restricted':
    case 'too-young':
      return null;
  }
}
