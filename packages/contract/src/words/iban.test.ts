import { describe, expect, test } from 'vitest';
import { findIban, isIban, isMoreThanIban } from './iban.ts';

const DE = 'DE89370400440532013000';

describe('an IBAN among other words', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', DE],
    ['DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX', DE],
    ['DE89 3704 0044 0532 0130 00\r\nCOBADEFFXXX', DE],
    // A field of one line drops the line break.
    ['DE89 3704 0044 0532 0130 00BIC: COBADEFFXXX', DE],
    ['DE89370400440532013000COBADEFFXXX', DE],
    ['DE89370400440532013000COBADEFF', DE],
    ['IBAN: DE89 3704 0044 0532 0130 00 BIC: COBADEFFXXX', DE],
    ['IBAN: DE89 3704 0044 0532 0130 00, SWIFT: COBADEFF', DE],
    ['IBAN DE89 3704 0044 0532 0130 00 / SWIFT-BIC COBADEFFXXX', DE],
    ['BIC: COBADEFFXXX IBAN: DE89 3704 0044 0532 0130 00', DE],
    ['BIC GENODE61ABC\nIBAN DE89 3704 0044 0532 0130 00', DE],
    ['DE89 3704 0044 0532 0130 00 BIC GENODE61ABC', DE],
    ['DE89370400440532013000BICMARKDEF1100', DE],
    ['Anna Schmidt\nDE89 3704 0044 0532 0130 00', DE],
    ['Anna SchmidtDE89 3704 0044 0532 0130 00BIC: COBADEFFXXX', DE],
    ['Kontoinhaber: Anna Müller\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX\nCommerzbank', DE],
    ['\u202aIBAN:\u00a0DE89\u200b370400440532013000\u202c\nBIC:\u00a0COBADEFFXXX', DE],
    ['ＤＥ８９３７０４００４４０５３２０１３０００　ＢＩＣ：ＣＯＢＡＤＥＦＦ', DE],
    ['Ким Анна, DE89 3704 0044 0532 0130 00', DE],
    ['金 安娜 DE89 3704 0044 0532 0130 00', DE],
    ['IBAN NO93 8601 1117 947 SWIFT DNBANOKK', 'NO9386011117947'],
    ['GB29 NWBK 6016 1331 9268 19\nNWBKGB2L', 'GB29NWBK60161331926819'],
    ['GB29NWBK60161331926819 SWIFT/BIC: NWBKGB2L', 'GB29NWBK60161331926819'],
    ['MT84 MALT 0110 0001 2345 MTLC AST0 01S BIC: VALLMTMT', 'MT84MALT011000012345MTLCAST001S'],
    ['FR14 2004 1010 0505 0001 3M02 606 BIC PSSTFRPPPAR', 'FR1420041010050500013M02606'],
    ['DE89 3704 0044 0532 0130 00 DE89 3704 0044 0532 0130 00', undefined],
  ])('%j', (typed, iban) => {
    if (iban === undefined) expect(isIban(findIban(typed))).toBe(false);
    else expect(findIban(typed)).toBe(iban);
  });

  // Never another account than the one that was meant.
  test.each([
    ['two of them', 'DE89 3704 0044 0532 0130 00 GB29 NWBK 6016 1331 9268 19'],
    ['a digit is missing', 'DE89 3704 0044 0532 0130 0 BIC: COBADEFFXXX'],
    ['a digit too many', 'DE89 3704 0044 0532 0130 000 BIC: COBADEFFXXX'],
    ['a wrong digit', 'DE89 3704 0044 0532 0130 01 BIC: COBADEFFXXX'],
    ['digits before', '12 DE89 3704 0044 0532 0130 00'],
    ['digits behind', 'DE89 3704 0044 0532 0130 00 Ref 4711'],
    ['a BIC of another country with digits', 'DE89 3704 0044 0532 0130 00 NWBKGB2L'],
    ['a BIC alone', 'BIC: COBADEFFXXX'],
    ['the end of an IBAN of letters joined with a BIC', 'MT84MALT011000012345MTLCAST001SVALLMTMT'],
    ['signs of no number', 'DE89 3704 0044 0532 0130 00 = COBADEFFXXX'],
    ['a long text', `${'x'.repeat(190)} DE89 3704 0044 0532 0130 00`],
  ])('%s is none', (_, typed) => expect(isIban(findIban(typed))).toBe(false));

  test('a digit lost or added before a BIC never yields another account', () => {
    for (let at = 4; at < DE.length; at += 1) {
      for (const behind of ['COBADEFFXXX', ' BIC GENODE61ABC', 'BIC: MARKDEF1100', ' COBADEFF ANNA']) {
        for (const some of ['', ...Array.from('0123456789', (digit) => DE.charAt(at) + digit)]) {
          const typed = DE.slice(0, at) + some + DE.slice(at + 1);
          if (typed !== DE) expect(isIban(findIban(typed + behind)), typed + behind).toBe(false);
        }
      }
    }
  });

  test('what is more than an IBAN is known', () => {
    expect(isMoreThanIban('DE89 3704 0044 0532 0130 0 BIC: COBADEFFXXX')).toBe(true);
    expect(isMoreThanIban('BIC: COBADEFFXXX')).toBe(true);
    expect(isMoreThanIban('DE89 3704 0044 0532 0130 01')).toBe(false);
    expect(isMoreThanIban('IBAN DE89')).toBe(false);
  });
});
