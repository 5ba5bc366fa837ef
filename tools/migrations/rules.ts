import { loadModule, parseSync } from 'libpg-query';
import { faultOfAlter } from './alter-table.ts';
import { HOT_TABLES, nameOf, type Relation, type Statement, type Surroundings } from './statement.ts';

await loadModule();

/** A statement of a migration that breaks or blocks processes with the previous code. */
export interface Finding {
  line: number;
  what: string;
  /** Why it may be so; null where no reason is given. */
  reason: string | null;
}

/**
 * A comment directly before the statement. `contract`: the statement comes in a separate release, when no process with
 * the previous code runs any more. `safe`: why the previous code is not affected.
 */
const REASON = /^-- (?:contract|safe): (\S.{10,})$/m;

/**
 * Statements of a migration that break or block running processes: during an upgrade old and new code use the same
 * schema. Unknown statements also need a reason. `before`: the earlier migrations.
 */
export function findingsIn(text: string, before: readonly string[] = []): Finding[] {
  const bytes = Buffer.from(text);
  const statements = (parseSync(text).stmts ?? []) as unknown as Parsed[];
  const made = new Set(statements.flatMap(({ stmt }) => tableMadeBy(stmt) ?? []));
  const surroundings: Surroundings = { made, functionsBefore: functionsIn(before) };
  let end = 0;
  return statements.flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const gap = bytes.subarray(end, from).toString();
    end = length === undefined ? bytes.length : from + length;
    const line = bytes.subarray(0, from).toString().split('\n').length;
    const reason = REASON.exec(gap.split('\n\n').at(-1) ?? '')?.[1] ?? null;
    return faultsOf(stmt, surroundings).map((what) => ({ line, what, reason }));
  });
}

interface Parsed {
  stmt: Statement;
  stmt_location?: number;
  stmt_len?: number;
}

/** Statements that add new objects or read. They never affect the previous code. */
const HARMLESS = new Set([
  ...['CreateStmt', 'CreateSchemaStmt', 'CreateEnumStmt', 'CreateDomainStmt', 'CompositeTypeStmt', 'CreateSeqStmt'],
  ...['AlterEnumStmt', 'ViewStmt', 'CommentStmt', 'SelectStmt', 'InsertStmt', 'AlterDefaultPrivilegesStmt'],
  ...['VariableSetStmt', 'CreateRoleStmt', 'CreateStatsStmt'],
]);

function faultsOf(statement: Statement, surroundings: Surroundings): string[] {
  const [kind = '', node = {}] = Object.entries(statement)[0] ?? [];
  if (HARMLESS.has(kind)) return [];
  if (kind === 'AlterTableStmt') return faultOfAlter(node, surroundings);
  const rule = RULES[kind];
  const fault = rule ? rule(node, surroundings) : `${kind}: no rule says that old code can live with it`;
  return fault === null ? [] : [fault];
}

type Rule = (node: Statement[string], surroundings: Surroundings) => string | null;

/** Objects that may be dropped, since code never names them. */
const MAY_GO = new Set(['OBJECT_POLICY', 'OBJECT_TRIGGER', 'OBJECT_INDEX', 'OBJECT_STATISTIC_EXT']);
const MAY_BE_RENAMED = new Set(['OBJECT_TABCONSTRAINT', 'OBJECT_INDEX', 'OBJECT_POLICY', 'OBJECT_TRIGGER']);

const RULES: Readonly<Record<string, Rule>> = {
  DropStmt: ({ removeType }) => (MAY_GO.has(String(removeType)) ? null : `drop of ${words(removeType)}`),
  RenameStmt: ({ renameType }) => (MAY_BE_RENAMED.has(String(renameType)) ? null : `rename of ${words(renameType)}`),
  AlterObjectSchemaStmt: () => 'something moves to another schema',
  GrantStmt: ({ is_grant: isGrant }) => (isGrant ? null : 'a right is taken away'),
  GrantRoleStmt: ({ is_grant: isGrant }) => (isGrant ? null : 'a right is taken away'),
  IndexStmt: (node, { made }) => {
    const table = nameOf(node.relation as Relation);
    if (made.has(table)) return null;
    if (node.unique) return `unique index on ${table}: old code may write what it forbids`;
    return HOT_TABLES.has(table) ? `index on ${table}, which no slip can be written to while it is made` : null;
  },
  CreateFunctionStmt: (node, { functionsBefore }) => {
    const name = qualified(node.funcname as { String: { sval: string } }[]);
    const parameters = (node.parameters ?? []) as { FunctionParameter: { defexpr?: unknown } }[];
    const hasDefaults = parameters.some(({ FunctionParameter }) => FunctionParameter.defexpr !== undefined);
    return hasDefaults && functionsBefore.has(name)
      ? `another ${name} with defaults: a call by old code may fit both`
      : null;
  },
  CreatePolicyStmt: (node, { made }) => onOldTable(node.table as Relation, made, 'a policy'),
  CreateTrigStmt: (node, { made }) => onOldTable(node.relation as Relation, made, 'a trigger'),
  UpdateStmt: (node) => ofHotRows(node.relation as Relation, 'update'),
  DeleteStmt: (node) => ofHotRows(node.relation as Relation, 'delete'),
};

function onOldTable(relation: Relation, made: ReadonlySet<string>, what: string): string | null {
  const table = nameOf(relation);
  return made.has(table) ? null : `${what} on ${table}: old code may do what it refuses`;
}

function ofHotRows(relation: Relation, what: string): string | null {
  const table = nameOf(relation);
  return HOT_TABLES.has(table) ? `${what} of ${table} in one go: its rows are locked until all is done` : null;
}

function tableMadeBy({ CreateStmt }: Statement): string | null {
  return CreateStmt ? nameOf(CreateStmt.relation as Relation) : null;
}

function functionsIn(texts: readonly string[]): Set<string> {
  const names = texts.flatMap((text) => [...text.matchAll(/create (?:or replace )?function ([a-z_.]+)/g)]);
  return new Set(names.map(([, name = '']) => name));
}

function qualified(names: { String: { sval: string } }[]): string {
  return names.map(({ String: { sval } }) => sval).join('.');
}

/** `OBJECT_TABLE` in readable words. */
function words(type: unknown): string {
  return `a ${String(type)
    .replace(/^OBJECT_/, '')
    .toLowerCase()}`;
}
