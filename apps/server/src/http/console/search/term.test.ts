import { expect, test } from 'vitest';
import { readTerm } from './term.ts';

const ID = '01928a2c-1111-7222-8333-444455556677';

test.each([
  [ID.toUpperCase(), { id: ID, name: null, draw: null, lastFour: null }],
  ['4242', { lastFour: '4242', draw: { lottery: '', period: 4242 }, name: '4242', id: null }],
  ['•••• 4242', { lastFour: '4242' }],
  ['٤٢٤٢', { lastFour: '4242' }],
  ['42424', { lastFour: null, draw: { lottery: '', period: 42_424 } }],
  ['dice-60/29000', { draw: { lottery: 'dice-60', period: 29_000 }, lastFour: null }],
  ['Dice a minute 29000', { draw: { lottery: 'Dice a minute', period: 29_000 } }],
  ['192.0.2.9', { address: '192.0.2.9', name: null }],
  ['2001:DB8::1', { address: '2001:db8::1' }],
  ['#17', { act: 17n, name: null, draw: null }],
  ['mira\u200b\0', { name: 'mira', draw: null, lastFour: null, act: null }],
  ['\ud800', { id: null }],
  ['  ', { name: null, draw: null, id: null }],
])('%j is read as what it can mean', (typed, meaning) => {
  expect(readTerm(typed)).toMatchObject(meaning);
});
