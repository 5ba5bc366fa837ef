/** Writing money by the reader's locale. Exact: Intl is given decimal text, never a float. */
import { assertExponent, decimalOf } from './minor.ts';

/** The currency code of play credits, which Intl does not know. */
export const PLAY = 'PLAY';

export interface MoneyFormat {
  /** ISO 4217, or `PLAY`. */
  currency: string;
  exponent: number;
  locale: string;
  /** `always` writes + as well, `exceptZero` on all but 0, `never` drops the minus. Default `auto`. */
  sign?: 'auto' | 'always' | 'exceptZero' | 'never';
  /** The unit of play credits in the reader's language; none, and only the number is written. */
  unit?: string;
  /** False drops the decimals of a whole amount. Default true. */
  decimalsOfWhole?: boolean;
}

/** A piece of a written amount, in reading order; `unit` is the currency's name or symbol. */
export interface MoneyPart {
  kind: 'number' | 'unit' | 'space';
  text: string;
}

type Sign = NonNullable<MoneyFormat['sign']>;

const FORMATS_KEPT_MAX = 64;
const NO_BREAK_SPACE = '\u00a0';
const kept = new Map<string, Intl.NumberFormat>();

/** The amount as one text, such as "€12.34" or "1,000.00 credits". Throws a RangeError on a bad code or locale. */
export function formatMinor(minor: bigint, format: MoneyFormat): string {
  return formatMinorParts(minor, format)
    .map(({ text }) => text)
    .join('');
}

/** The same in pieces, so that a screen can set the unit smaller than the number. */
export function formatMinorParts(minor: bigint, format: MoneyFormat): MoneyPart[] {
  const decimal = decimalOf(minor, format.exponent) as Intl.StringNumericLiteral;
  const parts: MoneyPart[] = [];
  for (const { type, value } of formatterFor(format).formatToParts(decimal)) {
    if (type === 'literal') pushLiteral(parts, value);
    else push(parts, type === 'currency' ? 'unit' : 'number', value);
  }
  if (format.currency === PLAY && format.unit !== undefined && format.unit !== '') {
    parts.push({ kind: 'space', text: NO_BREAK_SPACE }, { kind: 'unit', text: format.unit });
  }
  return parts;
}

/** Literals are spaces between number and unit, or invisible direction marks that belong to what they touch. */
function pushLiteral(parts: MoneyPart[], text: string): void {
  if (text.trim() === '') push(parts, 'space', text);
  else push(parts, parts.at(-1)?.kind ?? 'number', text);
}

function push(parts: MoneyPart[], kind: MoneyPart['kind'], text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

function formatterFor({
  currency,
  exponent,
  locale,
  sign = 'auto',
  decimalsOfWhole = true,
}: MoneyFormat): Intl.NumberFormat {
  const name = [locale, currency, exponent, sign, decimalsOfWhole].join('|');
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, optionsFor(currency, exponent, sign, decimalsOfWhole));
  if (kept.size >= FORMATS_KEPT_MAX) kept.clear();
  kept.set(name, made);
  return made;
}

function optionsFor(
  currency: string,
  exponent: number,
  sign: Sign,
  decimalsOfWhole: boolean,
): Intl.NumberFormatOptions {
  assertExponent(exponent);
  return {
    ...(currency === PLAY ? { style: 'decimal' } : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    signDisplay: sign,
    trailingZeroDisplay: decimalsOfWhole ? 'auto' : 'stripIfInteger',
  };
}
