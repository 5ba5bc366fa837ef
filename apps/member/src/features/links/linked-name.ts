import { useLocation, useSearchParams } from 'react-router';

/** The key that the router gives to the address on which the app was opened. */
const OPENED = 'default';

/**
 * The name in the address of a city or host, shown until the server's answer has it. Empty where the app was opened by
 * the address itself: anybody can make such a link, and words of theirs must not stand as a title of the club.
 */
export function useLinkedName(): string {
  const [params] = useSearchParams();
  const { key } = useLocation();
  return key === OPENED ? '' : (params.get('name') ?? '');
}
