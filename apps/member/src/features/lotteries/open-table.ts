import { useLocation } from 'react-router';
import { routeOf } from '../../paths.ts';

/** The key of the table that an address opens; null for every other page. */
export function tableOf({ pathname, search }: { pathname: string; search: string }): string | null {
  return routeOf(pathname) === 'lottery' ? new URLSearchParams(search).get('key') : null;
}

/** The key of the table that is on screen, or null. */
export function useOpenTable(): string | null {
  return tableOf(useLocation());
}
