import { describe, expect, test } from 'vitest';
import { RULE, shouldIgnore, strykerPlugins } from './ignore-texts.ts';

const NAME = (name: string) => ({ type: 'Identifier', name });
const TEXT = { type: 'StringLiteral' };
const member = (object: Parameters<typeof shouldIgnore>[0]['node'], property: string) => ({
  type: 'MemberExpression',
  object,
  property: NAME(property),
});
const call = (callee: Parameters<typeof shouldIgnore>[0]['node']) => ({ type: 'CallExpression', callee });
const ignores = (node: Parameters<typeof shouldIgnore>[0]['node'], parent: typeof node | null) =>
  shouldIgnore({ node, parentPath: parent && { node: parent, parentPath: null } }) === RULE;

describe('left out', () => {
  test.each([
    ['a text for the log', TEXT, call(member(NAME('log'), 'warn'))],
    ['a text for a log that is a property', TEXT, call(member(member(NAME('request'), 'log'), 'info'))],
    ['the message of an error', TEXT, { type: 'NewExpression', callee: NAME('RangeError') }],
    [
      'a message with names in it',
      { type: 'TemplateLiteral', expressions: [NAME('path')] },
      { type: 'NewExpression', callee: NAME('Error') },
    ],
  ])('%s', (_, node, parent) => {
    expect(ignores(node, parent)).toBe(true);
  });
});

describe('mutated', () => {
  test.each([
    ['a text by itself', TEXT, null],
    ['the argument of another function', TEXT, call(NAME('parse'))],
    ['the argument of a method', TEXT, call(member(NAME('kinds'), 'has'))],
    ['the code of a refusal', TEXT, { type: 'NewExpression', callee: NAME('Refusal') }],
    ['an error of our own', TEXT, { type: 'NewExpression', callee: NAME('BookFault') }],
    ['a name', NAME('text'), call(member(NAME('log'), 'warn'))],
    [
      'a message in which something is computed',
      { type: 'TemplateLiteral', expressions: [{ type: 'LogicalExpression' }] },
      { type: 'NewExpression', callee: NAME('Error') },
    ],
  ])('%s', (_, node, parent) => {
    expect(ignores(node, parent)).toBe(false);
  });
});

test('Stryker finds the rule by its name', () => {
  expect(strykerPlugins).toMatchObject([{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }]);
});
