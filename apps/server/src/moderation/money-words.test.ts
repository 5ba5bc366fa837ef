import { describe, expect, test } from 'vitest';
import { leadsMoneyOut } from './money-words.ts';

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
    'Top up at tercet-bonus.com, it is quicker',
    'pay.tercet.io.',
    'USDT (TRC20): TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'BTC 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '0x52908400098527886E0F7030069857D2E4169EE7',
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
    'Ask help@club.com.',
    'Open from 9.30 a.m.to noon. Come in.Comfort awaits',
    'The root is 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.',
    'Its id is 0197b0d2-7b1c-7c31-b1de-0242ac120002.',
    'Клуб таныг мөнгө төлөхийг хэзээ ч шаардахгүй.',
  ])('are not seen in %j', (text) => {
    expect(leadsMoneyOut(text)).toBe(false);
  });
});
