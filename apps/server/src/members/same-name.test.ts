import { expect, test } from 'vitest';
import { isSameRealName } from './same-name.ts';

test.each([
  ['Ana Petrova', 'ANA  PETROVA'],
  ['Ana Petrova', '\u00a0ana\tpetrova '],
  ['Ana Petrova', 'Petrova Ana'],
  ['José Ángel', 'JOSE\u0301 A\u0301NGEL'],
  ['Weiß', 'WEISS'],
  ['José', 'Jose'],
  ['Anne-Marie O’Neil', 'ANNE MARIE ONEIL'],
  ['Ana Petrova.', 'Ana-Petrova'],
  ['ＡＮＡ Petrova', 'Ana Petrova'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ'],
  ['김민준', '김민준'.normalize('NFD')],
])('%j and %j are one name', (a, b) => expect(isSameRealName(a, b)).toBe(true));

test.each([
  ['Ana Petrova', 'Anna Petrova'],
  ['Ana Petrova', 'Ana Petrov'],
  ['Ana Ana Petrova', 'Ana Petrova'],
])('%j and %j are two', (a, b) => expect(isSameRealName(a, b)).toBe(false));
