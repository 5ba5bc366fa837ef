import { useEffect } from 'react';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { pushMember } from './push-flag.ts';

/** Leaves time to the checks of draws. */
const AFTER_MS = 1500;

/**
 * Renews push in the current language if the member enabled it. After another member signs in, ends the previous one's
 * push.
 */
export function PushWatch() {
  const { locale } = useLocaleControl();
  const memberId = useSession().me?.id;
  useEffect(() => {
    const requested = pushMember();
    if (memberId === undefined || requested === null) return;
    const timer = setTimeout(() => {
      import('./push.ts')
        .then((push) => (requested === memberId ? push.keepPushUp(locale) : push.silence()))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [memberId, locale]);
  return null;
}
