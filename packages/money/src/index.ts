export { CURRENCIES, currencyExponent } from './currency.ts';
export { formatMinor, formatMinorParts, type MoneyFormat, type MoneyPart, PLAY } from './format.ts';
export { decimalOf } from './minor.ts';
export { parseMinor, type ReadAmount, readAmount } from './parse.ts';
export { regionalLocale } from './region.ts';
export type { MoneyRead } from './units.ts';
