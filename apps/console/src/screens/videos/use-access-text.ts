import type { VideoAccess } from '../../api/library/videos.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';

/** Short text for the access rule of a title. */
export function useAccessText(): (access: VideoAccess) => string {
  const t = useText();
  const money = useMoney();
  return (access) => {
    if (access.kind === 'balance') return t('videos.mark.balance', { amount: money(access.balanceMinor) });
    if (access.kind === 'bought')
      return t('videos.mark.bought', { amount: money(access.priceMinor), hours: access.hours });
    return t(`videos.mark.${access.kind}`);
  };
}
