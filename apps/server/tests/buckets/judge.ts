import { parse } from 'libpg-query';

/** A node of PostgreSQL's parse tree, from `libpg-query`. */
interface Node {
  [key: string]: Node | undefined;
}

/** A table of members' rows in the FROM clause of a query. */
interface Ref {
  table: string;
  alias: string;
  /** References whose buckets are compared share a group. */
  group: number;
  bound: boolean;
}

/**
 * Tables of members' rows that a statement reads or changes without naming a bucket. No condition of their query
 * compares `bucket` with anything but the bucket of another such table. An INSERT must set the column.
 */
export async function tablesWithoutBucket(sql: string, spread: ReadonlySet<string>): Promise<string[]> {
  const tree = (await parse(sql)) as unknown as Node;
  const found: string[] = [];
  visit(tree, spread, found);
  return [...new Set(found)].sort();
}

function visit(node: unknown, spread: ReadonlySet<string>, found: string[]): void {
  if (node === null || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node as { [key: string]: Node })) {
    if (key === 'SelectStmt' || key === 'UpdateStmt' || key === 'DeleteStmt') judgeQuery(child, spread, found);
    if (key === 'InsertStmt') judgeInsert(child, spread, found);
    visit(child, spread, found);
  }
}

function listOf(node: Node | undefined): Node[] {
  return Array.isArray(node) ? node : [];
}

function judgeInsert(insert: Node, spread: ReadonlySet<string>, found: string[]): void {
  const table = nameOf(insert.relation);
  const columns = listOf(insert.cols);
  if (spread.has(table) && !columns.some((column) => String(column.ResTarget?.name) === 'bucket')) found.push(table);
}

function judgeQuery(query: Node, spread: ReadonlySet<string>, found: string[]): void {
  const refs: Ref[] = [];
  const conditions: Node[] = [];
  const shared: Ref[][] = [];
  if (query.relation) addRef(query.relation, spread, refs);
  for (const item of [...listOf(query.fromClause), ...listOf(query.usingClause)]) {
    addItem(item, spread, { refs, conditions, shared });
  }
  if (query.whereClause) conditions.push(query.whereClause);
  for (const some of shared) tie(some, refs);
  for (const condition of conditions) read(condition, refs);
  const boundGroups = new Set(refs.filter(({ bound }) => bound).map(({ group }) => group));
  found.push(...refs.filter(({ group }) => !boundGroups.has(group)).map(({ table }) => table));
}

interface Scope {
  refs: Ref[];
  conditions: Node[];
  /** Refs of a join by USING (bucket …). */
  shared: Ref[][];
}

/** Adds the tables of a FROM item, including joins. Subqueries are checked separately. */
function addItem(item: Node | undefined, spread: ReadonlySet<string>, scope: Scope): boolean {
  if (item?.RangeVar) return addRef(item.RangeVar, spread, scope.refs);
  const join = item?.JoinExpr;
  if (!join) return false;
  const from = scope.refs.length;
  const sides = [addItem(join.larg, spread, scope), addItem(join.rarg, spread, scope)];
  if (join.quals) scope.conditions.push(join.quals);
  if (listOf(join.usingClause).some((column) => String(column.String?.sval) === 'bucket')) {
    const refs = scope.refs.slice(from);
    scope.shared.push(refs);
    if (sides.includes(false)) for (const ref of refs) ref.bound = true;
  }
  return sides.every(Boolean);
}

function addRef(range: Node, spread: ReadonlySet<string>, refs: Ref[]): boolean {
  const table = nameOf(range);
  if (!spread.has(table)) return false;
  const alias = String(range.alias?.aliasname ?? range.relname);
  refs.push({ table, alias, group: refs.length, bound: false });
  return true;
}

function nameOf(range: Node | undefined): string {
  return `${range?.schemaname}.${range?.relname}`;
}

function tie(some: readonly Ref[], refs: readonly Ref[]): void {
  const [first] = some;
  if (!first) return;
  const groups = new Set(some.map(({ group }) => group));
  for (const ref of refs) if (groups.has(ref.group)) ref.group = first.group;
}

/** Evaluates a condition on buckets. An alternative of an OR counts like all of them, since the others restrict too. */
function read(node: Node | undefined, refs: readonly Ref[]): void {
  if (node?.BoolExpr) for (const part of listOf(node.BoolExpr.args)) read(part, refs);
  if (node?.A_Expr) compare(node.A_Expr.lexpr, node.A_Expr.rexpr, refs);
  if (node?.SubLink?.testexpr) compare(node.SubLink.testexpr, undefined, refs);
}

function compare(left: Node | undefined, right: Node | undefined, refs: readonly Ref[]): void {
  const lefts = partsOf(left);
  const rights = partsOf(right);
  for (const [index, one] of lefts.entries()) {
    const mine = bucketOf(one, refs);
    const other = bucketOf(lefts.length === rights.length ? rights[index] : undefined, refs);
    if (mine && other) tie([mine, other], refs);
    else if (mine) mine.bound = true;
    else if (other) other.bound = true;
  }
}

/** The elements of a row expression; otherwise the node itself. */
function partsOf(node: Node | undefined): (Node | undefined)[] {
  return node?.RowExpr ? listOf(node.RowExpr.args) : [node];
}

/** The table of this query that a `bucket` column belongs to. */
function bucketOf(node: Node | undefined, refs: readonly Ref[]): Ref | undefined {
  const bare = node?.TypeCast?.arg ?? node;
  const names = listOf(bare?.ColumnRef?.fields).map((field) => String(field.String?.sval));
  if (names.at(-1) !== 'bucket') return undefined;
  return names.length === 1 ? refs[0] : refs.find(({ alias }) => alias === names.at(-2));
}
