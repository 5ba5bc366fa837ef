import { describe, expect, test } from 'vitest';
import { isSameName, maskCard, maskIban, maskPhone, readIban, readPhone } from './payee-details.ts';

describe('an IBAN', () => {
  // From the registry of SWIFT: its own examples.
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
  ])('%s is %s', (typed, e164) => {
    expect(readPhone(typed)?.e164).toBe(e164);
  });

  test.each([
    '',
    '8812 3456',
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

describe('a holder', () => {
  test.each([
    ['ANA PETROVA', 'Ana Petrova'],
    ['Ana  petrova', 'Ana Petrova'],
    ['AnaPetrova', 'Ana Petrova'],
    ['JOSE\u0301', 'José'],
    ['STRASSER', 'Straßer'],
  ])('%s is %s', (holder, name) => {
    expect(isSameName(holder, name)).toBe(true);
  });

  test.each([
    ['Ana Petrov', 'Ana Petrova'],
    ['Petrova Ana', 'Ana Petrova'],
    ['Jose', 'José'],
    ['', 'Ana Petrova'],
  ])('%j is not %s', (holder, name) => {
    expect(isSameName(holder, name)).toBe(false);
  });
});
