import { describe, expect, it } from 'vitest';
import { type Draft, faultsNamed, faultsOf, formOf, likelyCountry } from './draft.ts';

const DRAFT: Draft = {
  kind: 'card',
  bankCode: 'khan',
  holder: ' mira  Bold ',
  country: 'MN',
  phone: '8812 3456',
  iban: '',
  card: { token: 'tok', reference: 'ref', brand: 'visa', last4: '4242' },
};

describe('an error appears at the step of its field', () => {
  it('a valid form has none', () => {
    expect(faultsOf(DRAFT, 'details', 'Mira Bold')).toEqual({});
    expect(faultsOf({ ...DRAFT, kind: 'iban', iban: 'DE89 3704 0044 0532 0130 00' }, 'number', 'x')).toEqual({});
  });

  it('field by field', () => {
    const empty = { ...DRAFT, bankCode: null, holder: ' ', phone: '' };
    expect(faultsOf(empty, 'details', 'x')).toEqual({ bankCode: 'bank-unknown', holder: 'fill-in', phone: 'fill-in' });
    const wrong = { ...DRAFT, holder: 'Mira Bald', phone: '12' };
    expect(faultsOf(wrong, 'details', 'Mira Bold')).toEqual({ holder: 'holder-differs', phone: 'phone-bad' });
    expect(faultsOf({ ...DRAFT, kind: 'iban' }, 'number', 'x')).toEqual({ iban: 'fill-in' });
    expect(faultsOf({ ...DRAFT, kind: 'iban', iban: 'DE1' }, 'number', 'x')).toEqual({ iban: 'iban-bad' });
    const two = 'DE89 3704 0044 0532 0130 0 BIC: COBADEFFXXX';
    expect(faultsOf({ ...DRAFT, kind: 'iban', iban: two }, 'number', 'x')).toEqual({ iban: 'iban-alone' });
  });

  it('and a refusal opens the earliest step', () => {
    expect(faultsNamed({ iban: 'iban-bad', holder: 'holder-differs' })).toEqual({
      step: 'details',
      faults: { iban: 'iban-bad', holder: 'holder-differs' },
    });
    expect(faultsNamed({ token: 'card-bad' })?.step).toBe('number');
    expect(faultsNamed({ financePassword: 'finance-password-wrong' })?.step).toBe('confirm');
    expect(faultsNamed({})).toBeNull();
    expect(faultsNamed({ constructor: 'x' })).toBeNull();
  });
});

describe('what is sent', () => {
  const common = { bankCode: 'khan', holder: 'mira Bold', phone: '+97688123456', financePassword: '1357' };

  it('is a token and never a number', () => {
    expect(formOf(DRAFT, '1357')).toEqual({ kind: 'card', ...common, token: 'tok', reference: 'ref' });
    expect(formOf({ ...DRAFT, card: null }, '1357')).toBeNull();
  });

  it('or an IBAN without spaces', () => {
    const draft: Draft = { ...DRAFT, kind: 'iban', iban: 'de89 3704 0044 0532 0130 00' };
    expect(formOf(draft, '1357')).toEqual({ kind: 'iban', ...common, iban: 'DE89370400440532013000' });
  });
});

it('guesses the country of a phone by the bank, then by the language', () => {
  expect(likelyCountry('KR', 'en')).toBe('KR');
  expect(likelyCountry(undefined, 'mn')).toBe('MN');
  expect(likelyCountry('ZZ', 'es-MX')).toBe('MX');
});
