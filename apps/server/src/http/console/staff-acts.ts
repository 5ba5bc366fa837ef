import type { Role } from '../../staff/roles.ts';
import type { Http } from '../http.ts';

/** The calls open to a role, as the API document names them: `POST /api/console/members/{memberId}/real-name`. */
export type StaffActs = (role: Role) => string[];

/**
 * Collects the roles of all routes added after this call, from the routes' own declarations. What the console shows
 * therefore equals what the server allows.
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
