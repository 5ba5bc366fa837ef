import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText, visible } from './print.ts';

const HOSTILE = ['\u001b[31m', '\u0007', '\r', '\n', '\t', '\u0000', '\u007f', '\u0085', '\u009b2J']
  .concat(['\u202e', '\u2066', '\u200e', '\u061c', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u2028', '\u2029'])
  .concat(['\u00a0', '\u3000', '\u2800', '\u115f', '\u3164', '\uffa0', '\ufe0f', '\u{e0041}', '\u{e0100}'])
  .concat(['\ud800', '\udc00', '\ue000', '\uffff', '\u034f', '\u180e', '\u17b4', '\u{1d159}']);

/** Any text, including lone surrogates, with a hostile character in every second place. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
  )
  .map((parts) => parts.join(''));

/** An allow list, where the code uses a deny list. */
const SHOWN = /^(?: |[\p{L}\p{N}\p{P}\p{S}]\p{M}{0,2})*$/u;
const NOTHING_TO_SEE = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

function expectShown(text: string): void {
  expect(text).toMatch(SHOWN);
  expect(text).not.toMatch(NOTHING_TO_SEE);
  expect(text.isWellFormed()).toBe(true);
}

test.each(HOSTILE)('%j is shown by its number', (character) => {
  expectShown(visible(`a${character}b`));
  expect(visible(`a${character}b`)).toContain('\\u{');
  expect(JSON.parse(jsonText({ [character]: character }))).toEqual({ [character]: character });
});

test('letters of all languages stay as they are', () => {
  for (const text of ['Mira', 'Мөнх', 'Müller', '김 민준', '李', 'สมชาย', 'Հայկ', 'علي', 'é', '"ok" — 1,50 €']) {
    expect(visible(text)).toBe(text);
  }
});

test('a pile of marks is cut to two', () => {
  expect(visible(`e${'\u0301'.repeat(5)}`)).toBe(`e\u0301\u0301${'\\u{301}'.repeat(3)}`);
  expect(visible('\u0301e')).toBe('\\u{301}e');
});

test('no text gets through that steers a terminal', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expectShown(visible(text));
    }),
  );
});

test('JSON stays valid, holds the same, and shows no such character', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.oneof(anyText, fc.array(anyText))), (value) => {
      const text = jsonText(value);
      for (const line of text.split('\n')) expectShown(line);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('what is long is cut', () => {
  expect(visible('x'.repeat(5000))).toBe(`${'x'.repeat(4000)}… (1000 characters more)`);
  expect(visible('x'.repeat(50), 10)).toBe('xxxxxxxxxx… (40 characters more)');
  expect(jsonText(['x'.repeat(1_000_000)]).length).toBeLessThan(101_000);
});
