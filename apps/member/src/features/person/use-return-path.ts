import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { safeReturn } from '../../paths.ts';

/** Link state for a page that returns here when done, so that the round trip leaves no history entry. */
export const ROUND_TRIP = { roundTrip: true } as const;

interface WayBack {
  /** Path to return to. */
  to: string;
  goBack(): void;
}

/** The way back by `?to=`, or to `fallback` without it. */
export function useReturnPath(fallback: string): WayBack {
  const [search] = useSearchParams();
  const requested = search.get('to');
  const to = requested === null ? fallback : safeReturn(requested);
  return { to, goBack: useGoBack(to) };
}

/** Goes back in history after a round trip; otherwise replaces this page by `to`. */
export function useGoBack(to: string): () => void {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const isRoundTrip = typeof state === 'object' && state !== null && 'roundTrip' in state;
  return () => void (isRoundTrip ? navigate(-1) : navigate(to, { replace: true }));
}
