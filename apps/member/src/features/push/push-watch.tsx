import { useEffect } from 'react';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { pushMember } from './push-flag.ts';

/** The first page has better things to do. */
const AFTER_MS = 4000;

/**
 * Where a member asked for pushed messages in this browser: keeps that going in the language of now. Once another
 * member has signed in here, the one before is told nothing any more.
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
