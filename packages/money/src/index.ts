export { CURRENCIES, currencyExponent } from './currency.ts';
export { formatMinor, formatMinorParts, type MoneyFormat, type MoneyPart, PLAY } from './format.ts';
export { decimalOf } from './minor.ts';
export { parseMinor } from './parse.ts';
