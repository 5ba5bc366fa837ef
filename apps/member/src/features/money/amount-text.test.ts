import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PadKey } from '../../ui/keypad/keypad.tsx';
import { amountOf, minorOf, pressKey } from './amount-text.ts';

const KEYS: PadKey[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'decimal', 'delete'];

function press(keys: string, exponent = 2): string {
  const named: Record<string, PadKey> = { '.': 'decimal', '<': 'delete' };
  return [...keys].reduce((amount, key) => pressKey(amount, named[key] ?? (key as PadKey), exponent), '');
}

describe('the keys', () => {
  it.each([
    ['12.5', '12.5', 1250n],
    ['.5', '0.5', 50n],
    ['007', '7', 700n],
    ['1.999', '1.99', 199n],
    ['1.2.3', '1.23', 123n],
    ['12.', '12.', 1200n],
    ['12<', '1', 100n],
    ['1<', '', null],
    ['<', '', null],
    ['1234567890123', '123456789012', 123456789012_00n],
  ])('%s make %s', (keys, amount, minor) => {
    expect(press(keys)).toBe(amount);
    expect(minorOf(amount, 2)).toBe(minor);
  });

  it('make no decimals of a currency that has none', () => {
    expect(press('5.5', 0)).toBe('55');
  });

  it('never make what cannot be read, nor more decimals than there are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...KEYS), { maxLength: 40 }),
        fc.integer({ min: 0, max: 3 }),
        (keys, exponent) => {
          const amount = keys.reduce((made, key) => pressKey(made, key, exponent), '');
          if (amount === '') return;
          const minor = minorOf(amount, exponent);
          expect(minor).not.toBeNull();
          expect(minorOf(amountOf(minor, exponent), exponent)).toBe(minor);
        },
      ),
    );
  });
});
