import { describe, expect, test } from 'vitest';
import { hasCardNumber } from './card-numbers.ts';

describe('a card’s number', () => {
  // Test numbers that card networks publish: 13, 14, 15, 16 and 19 digits.
  test.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '3782 822463 10005',
    '36227206271667',
    '4222222222222',
    '6304000000000000000',
    '٤١١١١١١١١١١١١١١١',
    '４１１１１１１１１１１１１１１１',
    'my card is 4111 1111 1111 1111.',
    '(4111111111111111)',
  ])('is seen in %j', (text) => {
    expect(hasCardNumber(text)).toBe(true);
  });

  test.each([
    ['a wrong check digit', '4111111111111112'],
    ['too few digits', '411111111111'],
    ['too many digits', '41111111111111111111'],
    ['a phone', '+4915123456781'],
    ['milliseconds since 1970', '1790000000004'],
    ['an id', '0190a1b2-1234-7234-8234-423456789016'],
    ['an id of digits alone', '41111111-1111-4111-8111-411111111111'],
    ['a hash', `ab4111111111111111${'c'.repeat(46)}`],
    ['an IBAN', 'DE89370400440532013000'],
    ['an amount', '4111111111111111.50'],
  ])('is not seen in %s', (_, text) => {
    expect(hasCardNumber(text)).toBe(false);
  });
});
