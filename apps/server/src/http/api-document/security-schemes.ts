import type { RouteOptions } from 'fastify';

/** Name of a security scheme, with the required scopes. Always empty: cookies have no scopes. */
export type Requirement = Record<string, string[]>;

/** Cookies carry these names over TLS; without TLS, as on a developer's machine, they lack the prefix `__Host-`. */
export const SECURITY_SCHEMES = {
  memberSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-tercet',
    description: 'Session of a member, set by `signIn` and `register`. Without TLS the cookie is named `tercet`.',
  },
  staffSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-tercet-staff',
    description: 'Session of a staff account, set by `signInToConsole`. Without TLS it is named `tercet-staff`.',
  },
  hostLink: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the private link by which a host sees and withdraws their profile.',
  },
  visitorKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'Number and secret of a visitor’s conversation, joined by a dot.',
  },
} as const;

/** Callers of a route by its declared access. An empty requirement admits everyone. */
export function securityOf(url: string, config: RouteOptions['config'], hasBearer: boolean): Requirement[] {
  if (hasBearer) return [{ [url.startsWith('/api/host-link') ? 'hostLink' : 'visitorKey']: [] }];
  if (config?.access === 'staff') return [{ staffSession: [] }];
  if (config?.access === 'public') return [{}];
  return [{ memberSession: [] }];
}
