import { formatMinor, PLAY } from '@tercet/money';

/** Digits 0 to 9 and the signs between digits, as a language writes them. */
export interface AmountSigns {
  digits: readonly string[];
  decimal: string;
  /** Thousands separator. */
  group: string;
}

const made = new Map<string, AmountSigns>();

export function signsOf(locale: string): AmountSigns {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const signs = makeSigns(locale);
  made.set(locale, signs);
  return signs;
}

function makeSigns(locale: string): AmountSigns {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: 1 });
  const digits = Array.from({ length: 10 }, (_, digit) => format.formatToParts(digit)[0]?.value ?? String(digit));
  const parts = format.formatToParts(1000.5);
  const signOf = (name: string) => parts.find(({ type }) => type === name)?.value;
  return { digits, decimal: signOf('decimal') ?? '.', group: signOf('group') ?? ',' };
}

/**
 * An unfinished amount, such as `1234.` or `1234.5`, in the language's digits and grouping. Keeps all decimals.
 * Does not group digits behind a leading zero, which is still to be deleted.
 */
export function groupedText(amount: string, locale: string): string {
  const { digits, decimal } = signsOf(locale);
  const [whole = '', decimals] = amount.split('.');
  const inDigits = (text: string) => Array.from(text, (char) => digits[Number(char)] ?? char).join('');
  const grouped = /^[1-9]/.test(whole)
    ? formatMinor(BigInt(whole), { currency: PLAY, exponent: 0, locale })
    : inDigits(whole);
  return decimals === undefined ? grouped : grouped + decimal + inDigits(decimals);
}
