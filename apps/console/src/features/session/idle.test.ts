import { expect, test } from 'vitest';
import { type Idle, idleStep } from './idle.ts';

const MINUTE = 60_000;
const at = (minutes: number, more: Partial<Idle> = {}): Idle => ({
  idleMs: 30 * MINUTE,
  usedAt: 0,
  touchedAt: 0,
  now: minutes * MINUTE,
  ...more,
});

test('warns two minutes before the session ends, and locks the page when it does', () => {
  expect(idleStep(at(27.9))).toEqual({ kind: 'rest' });
  expect(idleStep(at(28))).toEqual({ kind: 'warn', secondsLeft: 120 });
  expect(idleStep(at(29.99))).toEqual({ kind: 'warn', secondsLeft: 1 });
  expect(idleStep(at(30))).toEqual({ kind: 'end' });
});

test('reports activity to the server every five minutes while someone types', () => {
  expect(idleStep(at(4.9, { touchedAt: 4 * MINUTE }))).toEqual({ kind: 'rest' });
  expect(idleStep(at(5, { touchedAt: 4 * MINUTE }))).toEqual({ kind: 'tell' });
  expect(idleStep(at(5, { usedAt: 4 * MINUTE, touchedAt: 4.5 * MINUTE }))).toEqual({ kind: 'rest' });
});

test('reports no activity without input, and keeps the warning despite input', () => {
  expect(idleStep(at(20, { usedAt: 1, touchedAt: 0 }))).toEqual({ kind: 'rest' });
  expect(idleStep(at(28.5, { touchedAt: 28.4 * MINUTE }))).toMatchObject({ kind: 'warn' });
});
