import { CITUS_FUNCTIONS, CITUS_RIGHTS } from './citus-rights.ts';
import { FUNCTION_RIGHTS } from './functions.ts';
import { PROCESS_ROLES, type ProcessRole } from './roles.ts';
import { TABLE_RIGHTS } from './tables.ts';

/** One right of one grantee. */
export interface Right {
  grantee: ProcessRole | 'public';
  /** In lower case, as PostgreSQL names it. */
  privilege: string;
  /** Null for the whole object. */
  column: string | null;
  kind: 'table' | 'function' | 'schema' | 'database';
  /** `schema.name` for a table or function, otherwise the plain name. */
  object: string;
}

/** A right as text, such as `draw update (size) on table book.head`. Equal rights have equal texts. */
export function textOf({ grantee, privilege, column, kind, object }: Right): string {
  return `${grantee} ${privilege}${column === null ? '' : ` (${column})`} on ${kind} ${object}`;
}

const PRIVILEGE = /\s*(select|insert|update|delete)(?:\s*\(([^()]+)\))?\s*(?:,|$)/y;

/** Parses a list such as `select, update (size, frontier)`. Throws on anything else. */
export function readPrivileges(text: string): { privilege: string; columns: string[] | null }[] {
  const found: { privilege: string; columns: string[] | null }[] = [];
  for (let at = 0; at < text.length; at = PRIVILEGE.lastIndex) {
    PRIVILEGE.lastIndex = at;
    const match = PRIVILEGE.exec(text);
    if (!match?.[1]) throw new Error(`cannot parse the declared privileges: ${text.slice(at)}`);
    found.push({ privilege: match[1], columns: match[2]?.split(',').map((column) => column.trim()) ?? null });
  }
  return found;
}

export interface Place {
  database: string;
  /** Whether members' rows are distributed over the machines of a cluster. */
  isOnCitus: boolean;
}

/** Every right of the processes' roles. No other rights may exist. */
export function declaredRights({ database, isOnCitus }: Place): Right[] {
  const tables = [...Object.entries(TABLE_RIGHTS), ...(isOnCitus ? Object.entries(CITUS_RIGHTS) : [])];
  const functions = Object.entries({ ...FUNCTION_RIGHTS, ...(isOnCitus ? CITUS_FUNCTIONS : {}) });
  const ofTables = tables.flatMap(([object, byRole]) =>
    PROCESS_ROLES.flatMap((role) => tableRights(role, object, byRole[role] ?? '')),
  );
  const ofFunctions = functions.flatMap(([object, { roles }]) =>
    roles.map((role): Right => ({ grantee: role, privilege: 'execute', column: null, kind: 'function', object })),
  );
  const ofDatabase = PROCESS_ROLES.map(
    (role): Right => ({ grantee: role, privilege: 'connect', column: null, kind: 'database', object: database }),
  );
  const own = [...ofTables, ...ofFunctions];
  return [...ofDatabase, ...schemaRights(own), ...own];
}

/** Our schemas. */
export function declaredSchemas(): string[] {
  const objects = [...Object.keys(TABLE_RIGHTS), ...Object.keys(FUNCTION_RIGHTS)];
  return [...new Set(objects.map(schemaOf))].sort();
}

function tableRights(grantee: ProcessRole, object: string, text: string): Right[] {
  return readPrivileges(text).flatMap(({ privilege, columns }) =>
    (columns ?? [null]).map((column): Right => ({ grantee, privilege, column, kind: 'table', object })),
  );
}

/** Usage of a schema, for each role with a right on an object in it. */
function schemaRights(own: readonly Right[]): Right[] {
  const used = new Map(own.map(({ grantee, object }) => [`${grantee} ${schemaOf(object)}`, { grantee, object }]));
  return [...used.values()].map(({ grantee, object }): Right => {
    return { grantee, privilege: 'usage', column: null, kind: 'schema', object: schemaOf(object) };
  });
}

function schemaOf(object: string): string {
  return object.split('.', 1)[0] ?? '';
}

/** Rights to grant and to revoke, so that the held rights equal the wanted ones. */
export function differences<R extends Right>(
  held: readonly R[],
  wanted: readonly Right[],
): { missing: Right[]; excess: R[] } {
  const [have, want] = [new Set(held.map(textOf)), new Set(wanted.map(textOf))];
  return {
    missing: wanted.filter((right) => !have.has(textOf(right))),
    excess: held.filter((right) => !want.has(textOf(right))),
  };
}
