import { useLocation, useSearchParams } from 'react-router';

/** The router's key of the address with which the app was opened. */
const OPENED = 'default';

/**
 * The `name` in the address of a city or host, as a title until the server has answered. Empty if the app was opened by
 * this address: a stranger may have made the link, and their words must not appear as a title of the club.
 */
export function useLinkedName(): string {
  const [params] = useSearchParams();
  const { key } = useLocation();
  return key === OPENED ? '' : (params.get('name') ?? '');
}
