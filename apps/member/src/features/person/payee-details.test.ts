import { findIban, isIban } from '@tercet/contract/words.ts';
import { describe, expect, it } from 'vitest';
import { groupedIban } from './iban.ts';
import { countriesIn, isCountry, likelyFirst, readPhone } from './phone.ts';

describe('an IBAN', () => {
  // Examples of ISO 13616.
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'gb29nwbk60161331926819',
    'NO93 8601 1117 947',
    'MT84MALT011000012345MTLCAST001S',
  ])('%s is one', (iban) => {
    expect(isIban(findIban(iban))).toBe(true);
    expect(isIban(findIban(groupedIban(iban)))).toBe(true);
  });

  it.each(['', 'DE88 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0310 00', '8937040044053201300', 'DE89'])(
    '%j is none',
    (iban) => expect(isIban(findIban(iban))).toBe(false),
  );

  it('is sent plain and shown in fours', () => {
    expect(findIban(' de89-3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000');
    expect(groupedIban('de893704004405320130')).toBe('DE89 3704 0044 0532 0130');
    expect(groupedIban('Anna SchmidtDE89 3704 0044 0532 0130 00BIC: COBADEFF')).toBe('DE89 3704 0044 0532 0130 00');
    expect(groupedIban('BIC: COBADEFFXXX')).toBe('BIC: COBADEFFXXX');
  });
});

describe('a phone number', () => {
  it.each([
    ['8812 3456', 'MN', '+97688123456'],
    ['+49 1512 3456789', 'MN', '+4915123456789'],
    ['01512 3456789', 'DE', '+4915123456789'],
    ['٠١٠٠١٢٣٤٥٦٧', 'EG', '+201001234567'],
  ] as const)('%s dialled in %s is %s', (typed, country, e164) => {
    expect(readPhone(typed, country)?.e164).toBe(e164);
  });

  it.each([
    ['+976 9911-2233', 'DE', 'MN', '+97699112233'],
    ['00976 (9911) 2233', 'DE', 'MN', '+97699112233'],
    ['Tel.: +49 (0)1512 3456789', 'MN', 'DE', '+4915123456789'],
    ['\u202a+82 10-1234-5678\u202c', 'MN', 'KR', '+821012345678'],
    ['+1 604 555 0123', 'CA', 'CA', '+16045550123'],
  ] as const)('%s pasted in %s belongs to %s', (pasted, chosen, country, e164) => {
    expect(readPhone(pasted, chosen)).toMatchObject({ country, e164, isInternational: true });
  });

  it('is the same without its calling code, dialled in its country', () => {
    const phone = readPhone('+49 1512 3456789', 'MN');
    expect(readPhone(phone?.national ?? '', 'DE')).toMatchObject({ e164: phone?.e164, isInternational: false });
  });

  it('has likely countries in front, each once', () => {
    const countries = countriesIn('en');
    const sorted = likelyFirst(countries, ['MN', undefined, 'DE', 'MN', 'XX']).map(({ code }) => code);
    expect(sorted.slice(0, 3)).toEqual(['MN', 'DE', countries[0]?.code]);
    expect(sorted.toSorted()).toEqual(countries.map(({ code }) => code).toSorted());
  });

  it.each(['', '12', 'call me', '8812345678901234567'])('%j is none', (typed) => {
    expect(readPhone(typed, 'MN')).toBeNull();
  });

  it('belongs to a country that is named in the reader’s language', () => {
    const mongolia = (locale: string) => countriesIn(locale).find(({ code }) => code === 'MN');
    expect(mongolia('en')).toEqual({ code: 'MN', calling: '+976', name: 'Mongolia' });
    expect(mongolia('es')?.name).toBe('Mongolia');
    expect(mongolia('ko')?.name).toBe('몽골');
    expect(isCountry('MN')).toBe(true);
    expect(isCountry('XX')).toBe(false);
  });
});
