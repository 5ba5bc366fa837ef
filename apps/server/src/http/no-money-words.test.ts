import { describe, expect, test } from 'vitest';
import { leadsMoneyOut } from './no-money-words.ts';

describe('words that lead money out', () => {
  test.each([
    'Pay to DE89 3704 0044 0532 0130 00 today',
    'DE89370400440532013000',
    'de89-3704-0044-0532-0130-00.',
    'IBAN:GB29NWBK60161331926819',
    'D\u200bE89 3704 0044 0532 0130 00',
    'ＤＥ８９３７０４００４４０５３２０１３０００',
    'ΙΒΑΝ NO9386011117947, as told',
    'https://pay.example',
    'HTTP://x',
    'see www.pay.example',
    't.me/club_desk',
    'write to pay.example/now',
    'төлбөр.мон/энд',
  ])('are seen in %j', (text) => {
    expect(leadsMoneyOut(text)).toBe(true);
  });

  test.each([
    'Open 24/7, about five minutes.',
    'One and/or the other. At 12.30/13.30.',
    'The largest is 1.000.000/day.',
    'DE89 3704 0044 0532 0130 01 has a wrong digit',
    'Draw dice-60/29712345 stands in the book.',
    'Ask help@club.example.',
    'Клуб таныг мөнгө төлөхийг хэзээ ч шаардахгүй.',
  ])('are not seen in %j', (text) => {
    expect(leadsMoneyOut(text)).toBe(false);
  });
});
