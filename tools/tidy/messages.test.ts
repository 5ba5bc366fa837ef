import { expect, test } from 'vitest';
import { placeholdersOf, pluralCasesOf } from './messages.ts';

test.each([
  ['plain', []],
  ['{a} and { b }', ['a', 'b']],
  ['{n, number, ::currency/EUR}', ['n']],
  ['{n, plural, one {{who} hour} other {# hours}}', ['n', 'who']],
  ['{sex, select, woman {she {verb}} other {they}}', ['sex', 'verb']],
  ["it''s '{not}' {yes}", ['yes']],
  ["don't {go}", ['go']],
  ['<b>{a}</b> <link>here</link>', ['<b>', '<link>', 'a']],
])('%s', (message, names) => expect(placeholdersOf(message)).toEqual(names.sort()));

test.each(['{a', '{n, plural, one {a}', '{}'])('refuses %s', (message) => {
  expect(() => placeholdersOf(message)).toThrow(/brace/);
});

test.each([
  ['plain', []],
  ['{n, plural, =0 {none} one {# {who}} other {#}} {m, plural, other {x}}', [['one', 'other'], ['other']]],
  ['{a, select, x {{n,plural,one{1}other{2}}} other {y}}', [['one', 'other']]],
])('the cases of the plurals of %s', (message, cases) => expect(pluralCasesOf(message)).toEqual(cases));
