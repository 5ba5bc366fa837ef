import { expect, test } from 'vitest';
import { isTimeZone, quietUntilMs } from './quiet-hours.ts';

const at = (text: string) => Date.parse(text);
const ZONE = 'Asia/Ulaanbaatar'; // UTC+8

test.each([
  ['before they start', '22:00', '07:00', '2026-11-29T13:59:59Z', null],
  ['at their start', '22:00', '07:00', '2026-11-29T14:00:00Z', '2026-11-29T23:00:00Z'],
  ['within a minute', '22:00', '07:00', '2026-11-29T14:30:40Z', '2026-11-29T23:00:00Z'],
  ['after midnight', '22:00', '07:00', '2026-11-29T22:59:59Z', '2026-11-29T23:00:00Z'],
  ['at their end', '22:00', '07:00', '2026-11-29T23:00:00Z', null],
  ['within one day', '12:00', '13:30', '2026-11-29T04:10:00Z', '2026-11-29T05:30:00Z'],
  ['outside, within one day', '12:00', '13:30', '2026-11-29T05:30:00Z', null],
])('%s', (_, from, to, now, until) => {
  expect(quietUntilMs(at(now), { from, to, timeZone: ZONE })).toBe(until === null ? null : at(until));
});

test('they follow a zone that changes its clock', () => {
  const quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
  expect(quietUntilMs(at('2026-07-01T20:00:00Z'), quiet)).toBe(at('2026-07-02T05:00:00Z'));
  expect(quietUntilMs(at('2026-12-01T20:30:00Z'), quiet)).toBe(null);
  expect(quietUntilMs(at('2026-12-01T21:00:00Z'), quiet)).toBe(at('2026-12-02T06:00:00Z'));
});

test('unknown time zones are rejected', () => {
  expect(['Asia/Ulaanbaatar', 'UTC', 'Mars/Olympus', '', '../etc'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
