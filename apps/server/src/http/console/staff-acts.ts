import type { Role } from '../../staff/roles.ts';
import type { Http } from '../http.ts';

/** What a role may call, as the API document writes it: `POST /api/console/members/{memberId}/real-name`. */
export type StaffActs = (role: Role) => string[];

/**
 * Remembers which of the routes that follow are for which role, from their own declarations: what the console shows and
 * what the server lets through cannot differ. To be called before the first of them.
 */
export function collectStaffActs(http: Http): StaffActs {
  const known: { act: string; roles: readonly Role[] }[] = [];
  http.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access !== 'staff') return;
    const path = url.replaceAll(/:(\w+)/g, '{$1}');
    for (const name of [method].flat()) {
      if (name !== 'HEAD') known.push({ act: `${name} ${path}`, roles: config.roles ?? [] });
    }
  });
  return (role) => known.filter(({ roles }) => roles.includes(role)).map(({ act }) => act);
}
