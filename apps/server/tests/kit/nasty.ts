/**
 * Texts that make careless code slow: repetitions, near-matches, stacked combining marks, characters that grow under
 * normalization. Each function returns a text of a length in UTF-16 units.
 */
export const NASTY: Readonly<Record<string, (length: number) => string>> = {
  'one letter': repeat('a'),
  'one digit': repeat('1'),
  'digits and dashes': repeat('1-'),
  'digits and spaces': repeat('1 '),
  'card numbers that are none': repeat('4111 1111 1111 1112 '),
  'letters and dots': repeat('a.'),
  'hosts without an end': repeat('aa.bb-'),
  'hosts and slashes': repeat('a.aa/'),
  'letters set apart': repeat('b e t '),
  'signs between letters': repeat('t-e-l-'),
  spaces: repeat(' '),
  'ends of lines': repeat('\n'),
  'a letter a line': repeat('a\n'),
  'short sentences': repeat('a. '),
  commas: repeat('a, '),
  'mail addresses': repeat('a@a.'),
  'at signs': repeat('@a'),
  schemes: repeat('http:'),
  'accounts that are none': repeat('DE89 '),
  'accounts in a row': repeat('DE89'),
  'dots that are said': repeat(' dot '),
  'dots in brackets': repeat('[ . ] '),
  'a fee that is denied': repeat('never pay a fee, '),
  'orders without an object': repeat('send pay transfer deposit to '),
  'bets without an object': repeat('just bet put go play on '),
  'Mongolian words': repeat('шилжүүл данс '),
  'Russian words without an end': repeat('переведите'),
  'Chinese words': repeat('转给押大先匯'),
  'Thai words': repeat('โอนจ่ายฝากแทง'),
  'Korean words': repeat('계좌입금대신베팅'),
  'Arabic words': repeat('حول راهن '),
  'marks that pile up': (length) => `a${'\u0301\u0316'.repeat(Math.max(0, (length - 1) / 2))}`,
  'accents everywhere': repeat('e\u0301'),
  'signs that grow eighteenfold': repeat('\ufdfa'),
  'squares that grow sixfold': repeat('\u3300'),
  'letters that grow when small': repeat('\u0130'),
  'letters that grow when large': repeat('\u00df\ufb03'),
  'syllables in parts': repeat('\u1100\u1161\u11a8'),
  'signs of no width': repeat('a\u200b'),
  'signs that turn around': repeat('\u202ea\u202c'),
  'digits of mathematics': repeat('\ud835\udfd7'),
  'digits of Nepal': repeat('९'),
  'families of emoji': repeat('👩\u200d👧'),
  'halves of characters': repeat('\ud83d'),
  'percent signs': repeat('%25'),
  'quotes and backslashes': repeat('\\"'),
};

function repeat(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, Math.max(0, Math.floor(length)));
}

/** Repeats the words of a pattern: text that almost matches it, again and again. */
export function nearMatch(pattern: RegExp): (length: number) => string {
  const words = pattern.source.replaceAll(/\\p\{\w+\}|\\.|\(\?<?[:=!]|\{[\d,]+\}/g, ' ').match(/[\p{L}\p{M}]+/gu) ?? [
    'a',
  ];
  return repeat(`${words.join(' ')} `);
}
