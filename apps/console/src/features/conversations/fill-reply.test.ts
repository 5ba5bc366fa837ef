import { expect, test } from 'vitest';
import { fillReply } from './fill-reply.ts';

test('known values are filled in, and others stay in sight', () => {
  expect(fillReply('Dear {name}, {house} has read it. {name}!', { name: 'mira', house: 'Tercet' })).toBe(
    'Dear mira, Tercet has read it. mira!',
  );
  expect(fillReply('Number {number}, {amount} {', { name: 'mira' })).toBe('Number {number}, {amount} {');
});

test('a value with braces of its own is not filled again', () => {
  expect(fillReply('{name}', { name: '{house}', house: 'Tercet' })).toBe('{house}');
});
