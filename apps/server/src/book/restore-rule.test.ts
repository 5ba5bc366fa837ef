import { expect, test } from 'vitest';
import { parseRestored, restoredValues } from './restore-rule.ts';

const ENTRY = { from: 1_201, to: 1_261, acts: 57n };

test('every value of a restore is read as it was written, and together they name each draw once', () => {
  for (const count of [0, 1, 2, 60, 500]) {
    const lost = Array.from({ length: count }, (_, n) => ({ drawId: `dice-30/${59_870_881 + n}`, lost: n + 1 }));
    const values = restoredValues({ ...ENTRY, lost });
    const parsed = values.map(parseRestored);
    for (const one of parsed) expect(one).toMatchObject(ENTRY);
    expect(parsed.flatMap((one) => one?.lost)).toEqual(lost);
  }
});

test.each([
  '',
  'acts=57',
  'entries=1201-1260',
  'entries=1201-1260 acts=57 lost=',
  'entries=1201-1260 acts=57 lost=dice-30/9',
  'entries=1201-1260 acts=57 lost=dice-30/9:0',
  'entries=1201-1260 acts=57 lost=dice-30/9:-1',
  'entries=1201-1260 acts=57 lost=dice-30/9:01',
  'entries=1201-1260 acts=57 lost=dice-30/9:1,',
  'entries=1201-1260 acts=57 lost=dice-30/9:1 lost=dice-30/10:1',
  'entries=01201-1260 acts=57 lost=dice-30/9:1',
  ' entries=1201-1260 acts=57 lost=dice-30/9:1',
])('another value is no restore: %j', (value) => {
  expect(parseRestored(value)).toBeNull();
});
