import { expect, test } from 'vitest';
import { drawFaultOf } from './draw-report.ts';

test.each([
  ['dice-30 seal', 'seal'],
  ['dice-30 in hand', 'draw'],
  ['due', 'draw'],
  ['dice-30 late seals', 'late seals'],
  ['dice-30/58912345', 'draw'],
  ['beacon head', 'beacon'],
  ['beacon round 31234567', 'beacon'],
  ['lease', 'lease'],
  ['lease of the book', 'lease'],
  ['witness tercet.example/w1', 'witness'],
  ['signing the book', 'book'],
  ['the store of the book', 'store'],
  ['something new', 'other'],
])('"%s" is a fault of the kind %s: none names a draw or a witness', (what, kind) => {
  expect(drawFaultOf(what, false)).toBe(kind);
  expect(drawFaultOf(what, true)).toBe(kind === 'witness' ? 'fork' : 'book refused');
});
