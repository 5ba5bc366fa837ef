import { relative } from 'node:path';
import { parseAst } from 'vitest/node';

// A test that expects something of each item of a list passes when the list is empty. This plugin finds such lists in
// the code of test files and has each of them watched while the tests run; watched-lists.ts fails those that are empty.

/** A node of the syntax tree (ESTree). */
interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

/** A function of watched-lists.ts. */
type Watcher = 'tercetLoop' | 'tercetItems' | 'tercetTable';

interface List {
  node: SyntaxNode;
  watcher: Watcher;
}

const TEST_FILE = /\.test\.tsx?$/;

/** A Vite plugin. `root`: the folder that reported paths are relative to. */
export function listPlugin(root: string) {
  return {
    name: 'watch-lists',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!TEST_FILE.test(id) || id.includes('/node_modules/')) return null;
      return { code: withWatchedLists(code, relative(root, id)), map: null };
    },
  };
}

/** The code of a test file with all lists watched that expectations are made of. No line moves. */
export function withWatchedLists(code: string, path: string): string {
  const lists: List[] = [];
  const tree = parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode;
  collectLists(tree, code, false, lists);
  const insertions = lists.flatMap(({ node, watcher }) => {
    const place = `${path}:${code.slice(0, node.start).split('\n').length}`;
    return [
      { at: node.start, text: `globalThis.${watcher}(${JSON.stringify(place)}, ` },
      { at: node.end, text: ')' },
    ];
  });
  let watched = '';
  let done = 0;
  for (const { at, text } of insertions.sort((a, b) => a.at - b.at)) {
    watched += code.slice(done, at) + text;
    done = at;
  }
  return watched + code.slice(done);
}

/** Outer lists come before inner ones. `isExpected`: the node is an argument of `expect`. */
function collectLists(node: SyntaxNode, code: string, isExpected: boolean, lists: List[]): void {
  const list = listOf(node, code, isExpected);
  if (list) lists.push(list);
  const inExpect = isExpected || (node.type === 'CallExpression' && /^expect\b/.test(textOf(node.callee, code)));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collectLists(child, code, inExpect && child !== node.callee, lists);
    }
  }
}

function listOf(node: SyntaxNode, code: string, isExpected: boolean): List | null {
  if (node.type === 'ForOfStatement' && !node.await && isNode(node.right) && /\bexpect/.test(textOf(node.body, code)))
    return { node: node.right, watcher: 'tercetLoop' };
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null;
  const name = textOf(callee.property, code);
  if (name === 'every' && isExpected && isNode(callee.object)) return { node: callee.object, watcher: 'tercetItems' };
  const [table] = Array.isArray(node.arguments) ? node.arguments : [];
  const isTable = name === 'each' && /^(test|it|describe)\b/.test(textOf(callee.object, code));
  return isTable && isNode(table) ? { node: table, watcher: 'tercetTable' } : null;
}

function textOf(node: unknown, code: string): string {
  return isNode(node) ? code.slice(node.start, node.end) : '';
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
