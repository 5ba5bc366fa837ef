import { CALLS } from './calls.ts';

/** Public operations that check a host's link or a visitor's key first, and the error code of a bad one. */
export const LINK_FIRST: ReadonlyMap<string, string> = new Map(
  CALLS.flatMap(([, path]): [string, string][] => {
    if (path.startsWith('/api/host-link/')) return [[path, 'host-link-bad']];
    return path.startsWith('/api/visitor-thread/') ? [[path, 'visitor-key-bad']] : [];
  }),
);

/** GET operations that a visitor or member can always call: no id is needed, or one exists. */
export const READS = CALLS.filter(
  ([method, path, access]) =>
    method === 'get' &&
    access !== 'staff' &&
    !/^\/api\/(banners|payment-logos)\/\{id\}\/picture$/.test(path) &&
    !/^\/api\/face\/.*\{/.test(path) &&
    !/^\/api\/me\/(avatar|(top-ups|withdrawals|(formal-)?complaints)\/\{id\}|desk\/threads\/\{id\}.*)$/.test(path),
);
