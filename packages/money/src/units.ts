/** Removes currency signs, codes and names from a typed or pasted amount. */
import { CURRENCIES } from './currency.ts';
import { type MoneyFormat, PLAY } from './format.ts';
import { memoize } from './memoize.ts';

/** The money of an amount; its sign, code and `unit` may stand beside the number. */
export type MoneyRead = Pick<MoneyFormat, 'currency' | 'exponent' | 'locale' | 'unit'>;

/** An amount without its units. `other` is the first unit of another currency, or null. */
interface Bare {
  number: string;
  other: string | null;
}

/** Signs in use beyond those of Intl, by currency. A sign that several currencies share is listed for each. */
const SIGNS: Readonly<Record<string, string>> = {
  AED: 'dh dhs dhs.',
  AMD: '֏ դրամ դր',
  AUD: '$ a$ au$',
  BRL: 'r$ reais',
  CAD: '$ c$ ca$',
  CHF: 'fr fr. sfr sfr.',
  CNY: '¥ 元 圆 圓 块 塊 cn¥ rmb yuan 人民币 人民幣',
  CZK: 'kč',
  DKK: 'kr kr.',
  EUR: '€ euro euros евро यूरो ユーロ 유로',
  GBP: '£ pound pounds',
  HKD: '$ hk$',
  HUF: 'ft',
  IDR: 'rp rp.',
  INR: '₹ rs rs.',
  JPY: '¥ 円 圓 jp¥ yen',
  KGS: 'сом',
  KRW: '₩ 원 won',
  KZT: '₸ тг',
  MNT: '₮ төг төгрөг tugrik',
  MXN: '$ mx$ mex$ peso pesos m.n.',
  MYR: 'rm ringgit',
  NOK: 'kr kr.',
  NZD: '$ nz$',
  PHP: '₱ php$',
  PLN: 'zł zl',
  RUB: '₽ руб руб. р р. рублей',
  SAR: '﷼ ر.س',
  SEK: 'kr kr.',
  SGD: '$ s$',
  THB: '฿ บาท baht',
  TJS: 'сомонӣ сомони смн с с. somoni',
  TRY: '₺ tl',
  TWD: '$ nt$ ntd 元 圓 新臺幣 新台幣',
  UAH: '₴ грн',
  USD: '$ us$ usd$ dollar dollars dólares ドル 달러 đô',
  UZS: 'сўм сум',
  VND: '₫ đ vnđ đồng dong',
};

const UNITS_MAX = 3;
const LISTS_KEPT_MAX = 8;
const LETTER_FIRST = /^[\p{L}\p{M}]/u;
const LETTER_LAST = /[\p{L}\p{M}]$/u;
const ANY_SIGN_FIRST = /^\p{Sc}/u;
const ANY_SIGN_LAST = /\p{Sc}$/u;
const NO_UNIT = /^[0-9., ']*$/;

const OTHERS: readonly string[] = [
  ...CURRENCIES.filter((code) => code !== PLAY),
  ...Object.values(SIGNS).flatMap((signs) => signs.split(' ')),
].map((sign) => sign.toLowerCase());

const signsOf = memoize(LISTS_KEPT_MAX, findSigns);

/**
 * Removes up to three units from both ends of a normalized text: "MXN $20" of pesos becomes "20". Returns the text
 * unchanged if its letters are no unit.
 */
export function takeUnits(text: string, { currency, locale, unit = '' }: Omit<MoneyRead, 'exponent'>): Bare {
  let number = text.toLowerCase();
  let other: string | null = null;
  const { own, all } = signsOf({ currency, locale, unit });
  for (let turn = 0; turn < UNITS_MAX && !NO_UNIT.test(number); turn += 1) {
    const [sign, rest] = takeFirst(number, all) ?? takeLast(number, all) ?? [];
    if (sign === undefined || rest === undefined) break;
    if (!own.has(sign)) other ??= sign;
    number = rest.trim();
  }
  return { number, other: other === null ? null : other.toUpperCase() };
}

/** A word must not continue with a letter. "EUR.50" could mean two amounts and is refused. */
function takeFirst(text: string, signs: readonly string[]): [sign: string, rest: string] | null {
  const sign = signs.find((one) => {
    if (!text.startsWith(one)) return false;
    const rest = text.slice(one.length);
    return !(LETTER_LAST.test(one) && (LETTER_FIRST.test(rest) || /^[.,]/.test(rest)));
  });
  const found = sign ?? ANY_SIGN_FIRST.exec(text)?.[0];
  return found === undefined ? null : [found, text.slice(found.length)];
}

/** An abbreviation may end with a point. */
function takeLast(text: string, signs: readonly string[]): [sign: string, rest: string] | null {
  const plain = /\p{L}\.$/u.test(text) ? text.slice(0, -1) : text;
  for (const one of signs) {
    const whole = text.endsWith(one) ? text : plain;
    if (!whole.endsWith(one)) continue;
    const rest = whole.slice(0, whole.length - one.length);
    if (!(LETTER_FIRST.test(one) && LETTER_LAST.test(rest))) return [one, rest];
  }
  const found = ANY_SIGN_LAST.exec(text)?.[0];
  return found === undefined ? null : [found, text.slice(0, -found.length)];
}

/** Signs of a currency, and of all currencies with the longest first. */
function findSigns(of: { currency: string; locale: string; unit: string }): { own: Set<string>; all: string[] } {
  const { currency, locale, unit } = of;
  const listed = SIGNS[currency]?.split(' ') ?? [];
  const written =
    currency === PLAY
      ? [unit]
      : ['symbol', 'narrowSymbol', 'name'].flatMap((display) => writtenBy(locale, currency, display));
  const own = new Set([currency, ...listed, ...written].map(plain).filter((sign) => sign !== ''));
  return { own, all: [...new Set([...own, ...OTHERS])].toSorted((one, two) => two.length - one.length) };
}

/** The currency as Intl writes it for one and for several units. */
function writtenBy(locale: string, currency: string, display: string): string[] {
  const currencyDisplay = display as 'symbol' | 'narrowSymbol' | 'name';
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  return [1, 2, 5, 1000].map(
    (count) => format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? '',
  );
}

function plain(sign: string): string {
  return sign
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\s/g, ' ')
    .trim()
    .toLowerCase();
}
