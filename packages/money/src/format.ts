/** Formats money by the reader's locale. Exact: Intl gets decimal text, never a float. */
import { memoize } from './memoize.ts';
import { decimalOf } from './minor.ts';

/** The currency code of play credits, which Intl does not know. */
export const PLAY = 'PLAY';

export interface MoneyFormat {
  /** ISO 4217, or `PLAY`. */
  currency: string;
  exponent: number;
  locale: string;
  /** `always` writes + too; `exceptZero` on all amounts but 0; `never` omits the minus. Default `auto`. */
  sign?: 'auto' | 'always' | 'exceptZero' | 'never';
  /** Unit of play credits in the reader's language; without it only the number is written. */
  unit?: string;
  /** False omits the decimals of a whole amount. Default true. */
  decimalsOfWhole?: boolean;
}

/** A part of a formatted amount, in reading order. `unit` is the currency's name or symbol. */
export interface MoneyPart {
  kind: 'number' | 'unit' | 'space';
  text: string;
}

const FORMATS_KEPT_MAX = 64;
const NO_BREAK_SPACE = '\u00a0';
const formatterFor = memoize(FORMATS_KEPT_MAX, makeFormatter);

/** The amount as text, such as "€12.34" or "1,000.00 credits". Throws a RangeError on an invalid code or locale. */
export function formatMinor(minor: bigint, format: MoneyFormat): string {
  return formatMinorParts(minor, format)
    .map(({ text }) => text)
    .join('');
}

/** The same in parts, so that a screen can set the unit smaller than the number. */
export function formatMinorParts(minor: bigint, format: MoneyFormat): MoneyPart[] {
  const { unit, ...number } = format;
  const decimal = decimalOf(minor, number.exponent) as Intl.StringNumericLiteral;
  const parts: MoneyPart[] = [];
  for (const { type, value } of formatterFor(number).formatToParts(decimal)) {
    if (type === 'literal') pushLiteral(parts, value);
    else push(parts, type === 'currency' ? 'unit' : 'number', value);
  }
  if (number.currency === PLAY && unit) {
    parts.push({ kind: 'space', text: NO_BREAK_SPACE }, { kind: 'unit', text: unit });
  }
  return parts;
}

/** A literal is a space between number and unit, or an invisible direction mark that belongs to the part beside it. */
function pushLiteral(parts: MoneyPart[], text: string): void {
  if (text.trim() === '') push(parts, 'space', text);
  else push(parts, parts.at(-1)?.kind ?? 'number', text);
}

function push(parts: MoneyPart[], kind: MoneyPart['kind'], text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}

function makeFormatter({
  currency,
  exponent,
  locale,
  sign = 'auto',
  decimalsOfWhole = true,
}: Omit<MoneyFormat, 'unit'>): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...(currency === PLAY ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    signDisplay: sign,
    trailingZeroDisplay: decimalsOfWhole ? 'auto' : 'stripIfInteger',
  });
}
