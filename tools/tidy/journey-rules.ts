import ts from 'typescript';
import { findNodes, type Rule } from './source-files.ts';

/** Calls that return a list at least as long as their input. */
const NOT_SHORTER = /\.(map|entries|concat|toSorted|toReversed)$|^Object\.(entries|keys|values)$/;

export const JOURNEY_RULES: Rule[] = [
  {
    name: 'no-empty-loops',
    why: 'A journey that expects something of each item of a list passes when the list is empty.',
    instead: 'write the list down in the file, or loop over filled(list) of tests/e2e/kit/filled.ts',
    // Lists in other tests are checked at run time: tools/test/list-plugin.ts.
    find: (files) =>
      findNodes(
        files.filter(({ path }) => path.endsWith('.spec.ts')),
        (node) => ts.isForOfStatement(node) && /\bexpect/.test(node.statement.getText()) && !hasItems(node.expression),
      ),
  },
];

/** Whether the code shows that a list is not empty. */
function hasItems(list: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(list) || ts.isAsExpression(list) || ts.isSatisfiesExpression(list))
    return hasItems(list.expression);
  if (ts.isArrayLiteralExpression(list))
    return list.elements.some((element) => !ts.isSpreadElement(element) || hasItems(element.expression));
  if (ts.isObjectLiteralExpression(list)) return list.properties.length > 0;
  if (ts.isIdentifier(list)) return definitionsOf(list).some(hasItems);
  if (!ts.isCallExpression(list)) return false;
  const called = list.expression.getText();
  if (called === 'filled') return true;
  const [of] = list.arguments;
  const inner =
    called.startsWith('Object.') || !ts.isPropertyAccessExpression(list.expression) ? of : list.expression.expression;
  return NOT_SHORTER.test(called) && inner !== undefined && hasItems(inner);
}

/** The initial values of the file's variables with that name. */
function definitionsOf(name: ts.Identifier): ts.Expression[] {
  const found: ts.Expression[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && node.name.getText() === name.text)
      found.push(node.initializer);
    ts.forEachChild(node, walk);
  };
  walk(name.getSourceFile());
  return found;
}
