import type { Page } from '@playwright/test';
import { calendarOf } from '@tercet/member/src/ui/format/calendars.ts';
import { LOCALE } from './speech.ts';

// Texts that the browser formats in the page's language: durations, dates, regions, distances.

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** Arrows forward and back, in the reading direction. */
export const [ONWARD, BACKWARD] =
  LOCALE === 'ar' ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowRight', 'ArrowLeft'] as const);

/** "3 days"; with several parts "1 hour 24 minutes". */
export async function spanOn(page: Page, ...parts: readonly [count: number, unit: Unit][]): Promise<string> {
  const own = calendarOf(LOCALE);
  if (own !== null) return parts.map(([count, unit]) => `${count}\u00a0${own.units[unit]}`).join(' ');
  return page.evaluate(
    ({ locale, parts }) => {
      const texts = parts.map(([count, unit]) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
      );
      return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(texts);
    },
    { locale: LOCALE, parts },
  );
}

/** "20 November 2026", from a date such as `2026-11-20`. */
export async function dayOn(page: Page, date: string): Promise<string> {
  const own = calendarOf(LOCALE);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  if (own !== null) return own.long(day, month, year);
  return page.evaluate(
    ({ locale, date }) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(date),
      ),
    { locale: LOCALE, date },
  );
}

/** "Germany"; for several "Germany and Spain". */
export function regionsOn(page: Page, ...codes: string[]): Promise<string> {
  return page.evaluate(
    ({ locale, codes }) => {
      const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
      return new Intl.ListFormat(locale).format(codes.map((code) => names.of(code) ?? code));
    },
    { locale: LOCALE, codes },
  );
}

/** "3 km". */
export function kilometresOn(page: Page, count: number): Promise<string> {
  return page.evaluate(
    ({ locale, count }) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer' }).format(count),
    { locale: LOCALE, count },
  );
}

/** "96.00%". */
export function percentOn(page: Page, share: number, digits: number): Promise<string> {
  return page.evaluate(
    ({ locale, share, digits }) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(share),
    { locale: LOCALE, share, digits },
  );
}
