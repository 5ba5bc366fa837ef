/** Whether a bet wins on three dice. False for codes that this version of the app does not know. */
export function betWins(bet: string, dice: readonly number[]): boolean {
  const sum = dice.reduce((total, die) => total + die, 0);
  if (bet === 'small') return sum <= 10;
  if (bet === 'big') return sum >= 11;
  if (bet === 'odd') return sum % 2 === 1;
  if (bet === 'even') return sum % 2 === 0;
  const shows = (face: string | undefined) => dice.filter((die) => die === Number(face)).length;
  const [kind, first, second] = bet;
  switch (kind) {
    case 's':
      return sum === Number(bet.slice(1));
    case 'n':
      return shows(first) >= 1;
    case 'p':
      return shows(first) >= 1 && shows(second) >= 1;
    case 'd':
      return shows(first) >= 2;
    case 't':
      return first === undefined ? new Set(dice).size === 1 : shows(first) === 3;
    default:
      return false;
  }
}
