import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { safeReturn } from '../../paths.ts';

/** Given to a link whose page leads back here when it is done, so that the way there leaves no trace behind. */
export const ROUND_TRIP = { roundTrip: true } as const;

interface WayBack {
  /** Where a page that was opened on the way to another one leads back to. */
  to: string;
  goBack(): void;
}

/** Path back from `?to=`; `fallback` without it. */
export function useReturnPath(fallback: string): WayBack {
  const [search] = useSearchParams();
  const asked = search.get('to');
  const to = asked === null ? fallback : safeReturn(asked);
  return { to, goBack: useGoBack(to) };
}

/** Back by the link that led here where it was a round trip; on to `to` in this page's place where it was not. */
export function useGoBack(to: string): () => void {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const isRoundTrip = typeof state === 'object' && state !== null && 'roundTrip' in state;
  return () => void (isRoundTrip ? navigate(-1) : navigate(to, { replace: true }));
}
