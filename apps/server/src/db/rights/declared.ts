import { FUNCTION_RIGHTS } from './functions.ts';
import { PROCESS_ROLES, type ProcessRole } from './roles.ts';
import { SPREAD_FUNCTIONS, SPREAD_RIGHTS } from './spread.ts';
import { TABLE_RIGHTS } from './tables.ts';

/** One right of one grantee. */
export interface Right {
  grantee: ProcessRole | 'public';
  /** In small letters, as PostgreSQL calls it. */
  privilege: string;
  /** Null for all of the object. */
  column: string | null;
  kind: 'table' | 'function' | 'schema' | 'database';
  /** `schema.name` of a table or function, else the name. */
  object: string;
}

/** The same as one text, such as `draw update (size) on table book.head`: equal for equal rights. */
export function textOf({ grantee, privilege, column, kind, object }: Right): string {
  return `${grantee} ${privilege}${column === null ? '' : ` (${column})`} on ${kind} ${object}`;
}

const PRIVILEGE = /\s*(select|insert|update|delete)(?:\s*\(([^()]+)\))?\s*(?:,|$)/y;

/** Reads `select, update (size, peaks)`. Throws on anything else. */
export function readPrivileges(text: string): { privilege: string; columns: string[] | null }[] {
  const found: { privilege: string; columns: string[] | null }[] = [];
  for (let at = 0; at < text.length; at = PRIVILEGE.lastIndex) {
    PRIVILEGE.lastIndex = at;
    const match = PRIVILEGE.exec(text);
    if (!match?.[1]) throw new Error(`rights that cannot be read: ${text.slice(at)}`);
    found.push({ privilege: match[1], columns: match[2]?.split(',').map((column) => column.trim()) ?? null });
  }
  return found;
}

export interface Place {
  database: string;
  /** Members' rows lie on the machines of a cluster. */
  isSpread: boolean;
}

/** Every right that the processes' roles are to have; nobody else is to have any. */
export function declaredRights({ database, isSpread }: Place): Right[] {
  const tables = [...Object.entries(TABLE_RIGHTS), ...(isSpread ? Object.entries(SPREAD_RIGHTS) : [])];
  const functions = Object.entries({ ...FUNCTION_RIGHTS, ...(isSpread ? SPREAD_FUNCTIONS : {}) });
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

/** The schemas that are ours. */
export function declaredSchemas(): string[] {
  const objects = [...Object.keys(TABLE_RIGHTS), ...Object.keys(FUNCTION_RIGHTS)];
  return [...new Set(objects.map(schemaOf))].sort();
}

function tableRights(grantee: ProcessRole, object: string, text: string): Right[] {
  return readPrivileges(text).flatMap(({ privilege, columns }) =>
    (columns ?? [null]).map((column): Right => ({ grantee, privilege, column, kind: 'table', object })),
  );
}

/** Who may use something in a schema may use the schema. */
function schemaRights(own: readonly Right[]): Right[] {
  const used = new Map(own.map(({ grantee, object }) => [`${grantee} ${schemaOf(object)}`, { grantee, object }]));
  return [...used.values()].map(({ grantee, object }): Right => {
    return { grantee, privilege: 'usage', column: null, kind: 'schema', object: schemaOf(object) };
  });
}

function schemaOf(object: string): string {
  return object.split('.', 1)[0] ?? '';
}

/** What must be given, and what taken away, so that what is held is what is wanted. */
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
