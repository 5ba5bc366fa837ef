/** Writing money by the reader's locale. Exact: Intl is given decimal text, never a float. */
import { memoize } from './memoize.ts';
import { decimalOf } from './minor.ts';

/** The currency code of play credits, which Intl does not know. */
export const PLAY = 'PLAY';

export interface MoneyFormat {
  /** ISO 4217, or `PLAY`. */
  currency: string;
  exponent: number;
  locale: string;
  /** `always` writes + as well, `exceptZero` on all but 0, `never` drops the minus. Default `auto`. */
  sign?: 'auto' | 'always' | 'exceptZero' | 'never';
  /** The unit of play credits in the reader's language; none or empty, and only the number is written. */
  unit?: string;
  /** False drops the decimals of a whole amount. Default true. */
  decimalsOfWhole?: boolean;
}

/** A piece of a written amount, in reading order; `unit` is the currency's name or symbol. */
export interface MoneyPart {
  kind: 'number' | 'unit' | 'space';
  text: string;
}

const FORMATS_KEPT_MAX = 64;
const NO_BREAK_SPACE = '\u00a0';
const formatterFor = memoize(FORMATS_KEPT_MAX, makeFormatter);

/** The amount as one text, such as "€12.34" or "1,000.00 credits". Throws a RangeError on a bad code or locale. */
export function formatMinor(minor: bigint, format: MoneyFormat): string {
  return formatMinorParts(minor, format)
    .map(({ text }) => text)
    .join('');
}

/** The same in pieces, so that a screen can set the unit smaller than the number. */
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
