/** The part of Babel's `NodePath` that we use. */
interface NodePath {
  node: SyntaxNode;
  parentPath: NodePath | null;
}

interface SyntaxNode {
  type: string;
  callee?: SyntaxNode;
  name?: string;
  object?: SyntaxNode;
  property?: SyntaxNode;
  expressions?: SyntaxNode[];
}

const BUILT_IN_ERRORS = /^(Error|TypeError|RangeError|SyntaxError)$/;
const LOGS = /^(log|logger|console)$/;

/** Texts that no program logic depends on are not mutated. */
export const RULE = 'a text for the log, or the message of a built-in error';

/** A plugin in Stryker's format. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }];

/** The rule if it excludes the node; otherwise undefined. */
export function shouldIgnore(path: NodePath): string | undefined {
  return isPlainText(path.node) && path.parentPath && takesText(path.parentPath.node) ? RULE : undefined;
}

/** A string, or a template into which only names are put: nothing is computed in it. */
function isPlainText({ type, expressions = [] }: SyntaxNode): boolean {
  if (type === 'StringLiteral') return true;
  return type === 'TemplateLiteral' && expressions.every((expression) => expression.type === 'Identifier');
}

function takesText({ type, callee }: SyntaxNode): boolean {
  if (type === 'NewExpression') return BUILT_IN_ERRORS.test(callee?.name ?? '');
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  const { object } = callee;
  return LOGS.test(object?.name ?? object?.property?.name ?? '');
}
