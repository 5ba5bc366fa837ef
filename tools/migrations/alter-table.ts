import { HOT_TABLES, nameOf, type Relation, type Statement, type Surroundings } from './statement.ts';

interface Command {
  subtype: string;
  name?: string;
  def?: { ColumnDef?: Column; Constraint?: Constraint };
}

interface Column {
  colname: string;
  constraints?: { Constraint: Constraint }[];
}

interface Constraint {
  contype: string;
  conname?: string;
  raw_expr?: unknown;
  skip_validation?: boolean;
}

/** Nobody waits for them, and no code sees them. */
const HARMLESS = new Set([
  ...['AT_ColumnDefault', 'AT_ValidateConstraint', 'AT_DropNotNull', 'AT_SetStatistics', 'AT_SetRelOptions'],
  ...['AT_AttachPartition', 'AT_ChangeOwner', 'AT_ReplaceRelOptions', 'AT_DropConstraint', 'AT_SetStorage'],
]);

/**
 * Why processes with the previous code would fail after this `alter table`. Empty when the same migration creates the
 * table.
 */
export function faultOfAlter(node: Statement[string], { made }: Surroundings): string[] {
  const table = nameOf(node.relation as Relation);
  if (made.has(table)) return [];
  const commands = ((node.cmds ?? []) as { AlterTableCmd: Command }[]).map(({ AlterTableCmd }) => AlterTableCmd);
  const added = new Set(commands.flatMap(({ subtype, def }) => (subtype === 'AT_AddConstraint' ? def : []) ?? []));
  return commands.flatMap((command) => faultOf(command, table, added.size > 0) ?? []);
}

function faultOf(command: Command, table: string, addsAnother: boolean): string | null {
  const { subtype, name = '', def } = command;
  if (subtype === 'AT_AddColumn') return faultOfColumn(def?.ColumnDef, table);
  if (subtype === 'AT_AddConstraint') return faultOfConstraint(def?.Constraint, table, '');
  if (subtype === 'AT_ColumnDefault' && def === undefined)
    return `${table}.${name} loses its default: old code counts on it`;
  if (subtype === 'AT_DropConstraint' && /_(pkey|key)$/.test(name) && !addsAnother)
    return `${table} loses ${name}: old code may say "on conflict" by it`;
  return HARMLESS.has(subtype) ? null : `${table} ${name}: ${COMMANDS[subtype] ?? `${subtype}, which no rule allows`}`;
}

const COMMANDS: Readonly<Record<string, string>> = {
  AT_DropColumn: 'drop of a column, which old code reads or writes',
  AT_AlterColumnType: 'another type: the table is written anew, and old code reads it differently',
  AT_SetNotNull: 'not null: old code may leave it out, and every row is read under a lock',
  AT_EnableRowSecurity: 'row security: old code may do what no policy lets',
  AT_ForceRowSecurity: 'row security: old code may do what no policy lets',
  AT_SetLogged: 'the table is written anew',
  AT_SetUnLogged: 'the table is written anew',
};

function faultOfColumn(column: Column | undefined, table: string): string | null {
  const constraints = (column?.constraints ?? []).map(({ Constraint }) => Constraint);
  const of = `${table}.${column?.colname}`;
  const standard = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  if (standard && !isConstant(standard.raw_expr)) return `${of}: a default that is computed writes the table anew`;
  if (!standard && constraints.some(({ contype }) => contype === 'CONSTR_NOTNULL'))
    return `${of}: not null without a default, which old code leaves out`;
  for (const constraint of constraints) {
    const fault = faultOfConstraint(constraint, table, of);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOfConstraint(constraint: Constraint | undefined, table: string, of: string): string | null {
  const where = of || `${table} ${constraint?.conname ?? ''}`.trim();
  switch (constraint?.contype) {
    case 'CONSTR_GENERATED':
    case 'CONSTR_IDENTITY':
      return `${where}: the table is written anew`;
    case 'CONSTR_PRIMARY':
    case 'CONSTR_UNIQUE':
    case 'CONSTR_EXCLUSION':
      return `${where}: old code may write what it forbids, and the table is locked while its index is made`;
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      // A new column has its default in old rows and in rows inserted by old code.
      if (of !== '') return null;
      return constraint.skip_validation || !HOT_TABLES.has(table)
        ? null
        : `${where}: reads every row under a lock; add it "not valid", and validate it in the next migration`;
    default:
      return null;
  }
}

/** A literal, optionally cast: PostgreSQL adds such a default without rewriting the table. */
function isConstant(expression: unknown): boolean {
  const node = (expression ?? {}) as { A_Const?: unknown; TypeCast?: { arg?: unknown }; FuncCall?: FunctionCall };
  if (node.A_Const !== undefined) return true;
  if (node.TypeCast) return isConstant(node.TypeCast.arg);
  const called = node.FuncCall?.funcname?.map(({ String: { sval } }) => sval).join('.');
  return called === 'now';
}

interface FunctionCall {
  funcname?: { String: { sval: string } }[];
}
