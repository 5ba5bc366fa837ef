// Month and unit names from the CLDR (cldr.unicode.org, main/mn, main/tg, main/hy). Many phone browsers lack Mongolian,
// Tajik and Armenian: Chromium writes their dates in English, or as "M11 24".

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export interface Calendar {
  /** "24 Nov". */
  short(day: number, month: number): string;
  /** "24 November 2026". */
  long(day: number, month: number, year: number): string;
  /** "November 2026". */
  month(month: number, year: number): string;
  /** Names of time units. In these languages they are the same for every count. */
  units: Readonly<Record<Unit, string>>;
}

const TAJIK = [
  ...['январ', 'феврал', 'март', 'апрел', 'май', 'июн'],
  ...['июл', 'август', 'сентябр', 'октябр', 'ноябр', 'декабр'],
];
const TAJIK_SHORT = ['янв', 'фев', 'мар', 'апр', 'май', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
const ARMENIAN = [
  ...['հունվար', 'փետրվար', 'մարտ', 'ապրիլ', 'մայիս', 'հունիս'],
  ...['հուլիս', 'օգոստոս', 'սեպտեմբեր', 'հոկտեմբեր', 'նոյեմբեր', 'դեկտեմբեր'],
];
const ARMENIAN_SHORT = ['հնվ', 'փտվ', 'մրտ', 'ապր', 'մյս', 'հնս', 'հլս', 'օգս', 'սեպ', 'հոկ', 'նոյ', 'դեկ'];

const of = (names: readonly string[], month: number) => names[month - 1] ?? '';

const CALENDARS: Readonly<Record<string, Calendar>> = {
  mn: {
    short: (day, month) => `${month}-р сарын ${day}`,
    long: (day, month, year) => `${year} оны ${month}-р сарын ${day}`,
    month: (month, year) => `${year} оны ${month}-р сар`,
    units: { minute: 'минут', hour: 'цаг', day: 'хоног', week: 'долоо хоног', month: 'сар', year: 'жил' },
  },
  tg: {
    short: (day, month) => `${day} ${of(TAJIK_SHORT, month)}`,
    long: (day, month, year) => `${day} ${of(TAJIK, month)}и ${year}`,
    month: (month, year) => `${of(TAJIK, month)}и ${year}`,
    units: { minute: 'дақиқа', hour: 'соат', day: 'рӯз', week: 'ҳафта', month: 'моҳ', year: 'сол' },
  },
  hy: {
    short: (day, month) => `${day} ${of(ARMENIAN_SHORT, month)}`,
    long: (day, month, year) => `${day} ${of(ARMENIAN, month)}ի, ${year} թ.`,
    month: (month, year) => `${of(ARMENIAN, month)} ${year}`,
    units: { minute: 'րոպե', hour: 'ժամ', day: 'օր', week: 'շաբաթ', month: 'ամիս', year: 'տարի' },
  },
};

/** Null for a language whose dates every browser can format. */
export function calendarOf(locale: string): Calendar | null {
  const [language = ''] = locale.split('-');
  return Object.hasOwn(CALENDARS, language) ? (CALENDARS[language] ?? null) : null;
}

/** Year, month (from 1) and day of a moment in a time zone. */
export function dateIn(ms: number, timeZone: string | undefined): { year: number; month: number; day: number } {
  const format = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type as string, Number(value)]));
  return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 };
}
