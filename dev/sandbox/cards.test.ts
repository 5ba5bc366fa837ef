import { expect, test } from 'vitest';
import { behaviourOf, faultOf, isLuhn } from './cards.ts';

const NOW = Date.UTC(2026, 10, 21);

function fault(number: string, expiry = '04/31') {
  return faultOf({ number, expiry }, NOW);
}

// The first is the example of ISO/IEC 7812; the others are the schemes' well-known test numbers.
test.each(['17893729974', '4242424242424242', '5555555555554444', '378282246310005', '6200000000000005'])(
  'the check digit of %s is right, and of the same with any other last digit wrong',
  (digits) => {
    expect(isLuhn(digits)).toBe(true);
    const last = Number(digits.at(-1));
    const others = Array.from({ length: 9 }, (_, step) => digits.slice(0, -1) + ((last + step + 1) % 10));
    expect(others.some(isLuhn)).toBe(false);
  },
);

test('swapping two digits is seen', () => {
  expect(isLuhn('4242424242424224')).toBe(false);
  expect(isLuhn('')).toBe(false);
});

test.each([
  ['4242 4242 4242 4242', null],
  ['4000000000000002', null],
  ['4000000000009995', null],
  ['2223003122003222', null],
  ['378282246310005', null],
  ['3530111333300000', null],
  ['', 'Type the card number.'],
  ['4242-4242-4242-4242', 'A card number has digits only.'],
  ['424242424242424２', 'A card number has digits only.'],
  ['card', 'A card number has digits only.'],
  ['4242424242424241', 'This card number has a typing error.'],
  ['42424242', 'This card number is too short or too long.'],
  ['9999999999999995', 'This is no number of a card that is taken here.'],
])('the number %j: %s', (number, message) => {
  expect(fault(number)?.message ?? null).toBe(message);
  expect(fault(number)?.field ?? 'number').toBe('number');
});

test.each([
  ['11/26', null],
  ['11 / 2026', null],
  ['10/26', 'This card has expired.'],
  ['13/27', 'Type month and year, such as 04/31.'],
  ['', 'Type month and year, such as 04/31.'],
])('valid until %j: %s', (expiry, message) => {
  expect(fault('4242424242424242', expiry)?.message ?? null).toBe(message);
});

test('the last four digits choose the outcome of payouts', () => {
  expect([behaviourOf('4242'), behaviourOf('0002'), behaviourOf('9995')]).toEqual(['pays', 'fails', 'returns']);
});
