import { useEffect } from 'react';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { pushMember } from './push-flag.ts';

/** The first page has better things to do. */
const AFTER_MS = 4000;

/**
 * Renews push in the current language where a member enabled it. After another member signs in, the previous one gets
 * no more messages.
 */
export function PushWatch() {
  const { locale } = useLocaleControl();
  const memberId = useSession().me?.id;
  useEffect(() => {
    const asked = pushMember();
    if (memberId === undefined || asked === null) return;
    const timer = setTimeout(() => {
      import('./push.ts')
        .then((push) => (asked === memberId ? push.keepPushUp(locale) : push.silence()))
        .catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [memberId, locale]);
  return null;
}
