/** Lines and corners of a telephone keypad, and the most common PINs in lists of stolen ones. */
const COMMON = new Set(
  ['2580', '0852', '1470', '0741', '3690', '0963', '1397', '1379', '7931', '9731', '3179', '7139']
    .concat(['9713', '1793', '3971', '1590', '0951', '3570', '0753', '1004', '5683', '0007', '1342', '4200'])
    .concat(['0420', '1478', '3698', '1236', '7896', '1235', '1230', '1243', '1324', '1423']),
);

/** Whether four ASCII digits are easy to guess. The server also refuses the member's own birth date. */
export function isWeakPin(pin: string): boolean {
  return COMMON.has(pin) || hasPattern(pin) || /^(19|20)/.test(pin);
}

/**
 * True for equal digits, a constant step (also past nine, as in 7890), two alternating digits, pairs, or a palindrome.
 */
function hasPattern(pin: string): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(pin, Number);
  const step = (b - a + 10) % 10;
  const isRun = (c - b + 10) % 10 === step && (d - c + 10) % 10 === step;
  return isRun || (a === c && b === d) || (a === b && c === d) || (a === d && b === c);
}
