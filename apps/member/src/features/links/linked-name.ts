import { useLocation, useSearchParams } from 'react-router';

/** The router's key of the URL that opened the app. */
const OPENED = 'default';

/**
 * The `name` in the URL of a city or host, as a title until the server answers. Empty if this URL opened the app:
 * strangers can write links, and their words must not appear as the club's title.
 */
export function useLinkedName(): string {
  const [params] = useSearchParams();
  const { key } = useLocation();
  return key === OPENED ? '' : (params.get('name') ?? '');
}
