import { useLocale } from 'use-intl';
import { WEEKDAYS } from './availability.ts';

/** Names of weekdays in the app's language, by ISO number. 6 January 2020 was a Monday. */
export function useWeekdays(form: 'long' | 'short'): { day: number; name: string }[] {
  const { format } = new Intl.DateTimeFormat(useLocale(), { weekday: form, timeZone: 'UTC' });
  return WEEKDAYS.map((day) => ({ day, name: format(Date.UTC(2020, 0, 5 + day)) }));
}
