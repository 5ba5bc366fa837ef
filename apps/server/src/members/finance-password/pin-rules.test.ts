import { describe, expect, test } from 'vitest';
import { pinFault, readPin } from './pin-rules.ts';

const BIRTH_DATE = '1985-11-03';

describe('a finance password', () => {
  test.each([
    ['7391', '7391'],
    [' 7391 ', '7391'],
    ['٧٣٩١', '7391'],
    ['７３９１', '7391'],
  ])('typed as %j is %s', (typed, pin) => {
    expect(readPin(typed)).toBe(pin);
  });

  test.each(['', '739', '73910', '739a', '73 91', '-739', '7.91'])('%j is none: four digits', (typed) => {
    expect(readPin(typed)).toBeNull();
    expect(pinFault(typed, BIRTH_DATE)).toBe('fill-in');
  });

  test.each([
    ['the same four times', '7777'],
    ['a run up', '1234'],
    ['a run up over the ten', '8901'],
    ['a run down', '4321'],
    ['a run by twos', '2468'],
    ['two in turns', '6969'],
    ['pairs', '1122'],
    ['there and back', '1221'],
    ['a year of the last century', '1967'],
    ['a year of this one', '2026'],
    ['a column of the keypad', '2580'],
    ['the same column up', '0852'],
    ['a common one', '1004'],
    ['the day and month of birth', '0311'],
    ['the month and day of birth', '1103'],
    ['the month and year of birth', '1185'],
    ['the same in other digits', '٢٥٨٠'],
  ])('%s is refused', (_, typed) => {
    expect(pinFault(typed, BIRTH_DATE)).toBe('finance-password-weak');
  });

  test('is the year of birth, also before 1900 or after 2099, for nobody', () => {
    expect(pinFault('1899', '1899-03-14')).toBe('finance-password-weak');
    expect(pinFault('2105', '2105-03-14')).toBe('finance-password-weak');
  });

  test('of the rest is taken: most of the ten thousand', () => {
    const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));
    const good = all.filter((pin) => pinFault(pin, BIRTH_DATE) === null);
    expect(good.length).toBeGreaterThan(9_200);
    expect(good).toContain('7391');
  });
});
