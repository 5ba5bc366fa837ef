import { isIban } from '@tercet/contract/words.ts';
import { countrySpecs } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { maskCard, maskIban, maskPhone, readIban, readPhone } from './payee-details.ts';

test('the app and the server know the same length of an IBAN for each country', () => {
  /** With valid check digits. */
  const ibanOf = (country: string, length: number) => {
    const account = '0'.repeat(length - 4);
    const turned = Array.from(`${account}${country}00`, (char) => String(Number.parseInt(char, 36))).join('');
    return `${country}${String(98n - (BigInt(turned) % 97n)).padStart(2, '0')}${account}`;
  };
  const known = Object.entries(countrySpecs).flatMap(([country, { chars, IBANRegistry }]) =>
    chars && IBANRegistry ? [[country, chars] as const] : [],
  );
  expect(known.length).toBeGreaterThan(70);
  const differing = known.filter(
    ([country, length]) => !isIban(ibanOf(country, length)) || isIban(ibanOf(country, length + 1)),
  );
  expect(differing).toEqual([]);
});

describe('an IBAN', () => {
  // Examples from SWIFT's IBAN registry.
  test.each([
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'AE070331234567890123456',
    'MN121234123456789123',
    'ES9121000418450200051332',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ])('%s is one', (iban) => {
    expect(readIban(iban)).toBe(iban);
  });

  test('is kept without spaces, in capitals', () => {
    expect(readIban(' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000');
  });

  test.each([
    ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['iban: de89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['\u202aGB29 NWBK 6016 1331 9268 19\u202c', 'GB29NWBK60161331926819'],
    ['DE89\u00a03704\u200b0044\u00ad0532\u202f0130\u206000', 'DE89370400440532013000'],
    ['ＤＥ８９３７０４００４４０５３２０１３０００', 'DE89370400440532013000'],
    ['IBANNO9386011117947', 'NO9386011117947'],
    ['AE07 ٠٣٣١ ٢٣٤٥ 6789 0123 456', 'AE070331234567890123456'],
  ])('%j is %s', (typed, iban) => {
    expect(readIban(typed)).toBe(iban);
  });

  test.each([
    ['with two digits exchanged', 'DE89370400440532010300'],
    ['with wrong check digits', 'DE88370400440532013000'],
    ['that is too short', 'DE8937040044053201300'],
    ['that is too long', 'DE893704004405320130000'],
    ['of no country', 'XX89370400440532013000'],
    ['that is empty', ''],
    ['that is a card', '4111111111111111'],
  ])('%s is none', (_, typed) => {
    expect(readIban(typed)).toBeNull();
  });

  test('is shown by its country and its end', () => {
    expect(maskIban('DE89370400440532013000')).toBe('DE•• •••• 3000');
    expect(maskCard('4242')).toBe('•••• 4242');
  });
});

describe('a phone', () => {
  test.each([
    ['+976 8812 3456', '+97688123456'],
    ['+49 1512 3456789', '+4915123456789'],
    ['+٩٧٦ ٨٨١٢ ٣٤٥٦', '+97688123456'],
    ['+992 90 123 4567', '+992901234567'],
    ['\u202a+976 8812 3456\u202c', '+97688123456'],
    ['\u200e+976\u00a08812\u200b3456\u200f', '+97688123456'],
    ['00976 8812 3456', '+97688123456'],
    ['(00976) 8812-3456', '+97688123456'],
    ['＋９７６－８８１２－３４５６', '+97688123456'],
    ['+۹۷۶ ۸۸۱۲ ۳۴۵۶', '+97688123456'],
    ['tel:+976-8812-3456', '+97688123456'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['+49 (1512) 345 67 89', '+4915123456789'],
    ['+1 (202) 555‑0147', '+12025550147'],
    ['+976.8812.3456', '+97688123456'],
  ])('%s is %s', (typed, e164) => {
    expect(readPhone(typed)?.e164).toBe(e164);
  });

  test.each([
    '',
    '8812 3456',
    '008812',
    '+976 8812 345O',
    '+976 1',
    '+999 1234 5678',
    'call +976 8812 3456 please',
    '+976 8812 3456 ext. 12',
    '1'.repeat(4_000),
  ])('%j is none', (typed) => {
    expect(readPhone(typed)).toBeNull();
  });

  test('is shown by its country and its last two digits', () => {
    expect(maskPhone({ countryCode: '976', e164: '+97688123456' })).toBe('+976 •••• 56');
  });
});
