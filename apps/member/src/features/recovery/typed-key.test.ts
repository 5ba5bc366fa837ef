import { describe, expect, it } from 'vitest';
import { groupedCode, readTypedKey } from './typed-key.ts';

const KEY = { number: '7K2M9QXA', secret: 'B4D8F0H2J6K9M3N7' };

describe('a typed number and secret', () => {
  it('are read in any case, with spaces, dashes and labels', () => {
    for (const typed of [
      KEY,
      { number: '7k2m-9qxa', secret: 'b4d8-f0h2-j6k9-m3n7' },
      { number: ' 7K2M 9QXA ', secret: 'B4D8 F0H2 J6K9 M3N7\n' },
      { number: 'Number: 7K2M-9QXA', secret: 'Secret: B4D8-F0H2-J6K9-M3N7' },
    ]) {
      expect(readTypedKey(typed)).toEqual(KEY);
    }
  });

  it('read O as 0, and I and L as 1', () => {
    expect(readTypedKey({ number: 'OIL0-0000', secret: 'oooo-iiii-llll-0000' })).toEqual({
      number: '01100000',
      secret: '0000111111110000',
    });
  });

  it('may be pasted together, as in the saved file', () => {
    const file =
      'Tercet: your request\n\nNumber: 7K2M-9QXA\nSecret: B4D8-F0H2-J6K9-M3N7\nhttps://club.example/VisitorDesk';
    expect(readTypedKey({ number: file, secret: '' })).toEqual(KEY);
    expect(readTypedKey({ number: '', secret: '7K2M-9QXA B4D8-F0H2-J6K9-M3N7' })).toEqual(KEY);
  });

  it('are each null when they cannot be one', () => {
    expect(readTypedKey({ number: '', secret: '' })).toEqual({ number: null, secret: null });
    expect(readTypedKey({ number: '7K2M-9QX', secret: KEY.secret })).toEqual({ number: null, secret: KEY.secret });
    expect(readTypedKey({ number: KEY.number, secret: `${KEY.secret}7` })).toEqual({
      number: KEY.number,
      secret: null,
    });
    expect(readTypedKey({ number: '7K2M-9QXU', secret: 'рус' })).toEqual({ number: null, secret: null });
  });

  it('are shown in groups of four, which are read back', () => {
    expect(groupedCode(KEY.number)).toBe('7K2M-9QXA');
    expect(groupedCode(KEY.secret)).toBe('B4D8-F0H2-J6K9-M3N7');
    expect(readTypedKey({ number: groupedCode(KEY.number), secret: groupedCode(KEY.secret) })).toEqual(KEY);
  });
});
