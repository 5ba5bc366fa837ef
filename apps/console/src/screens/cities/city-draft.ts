import type { City, CityForm } from '../../api/library/cities.ts';
import { Problem } from '../../api/shared/problem.ts';
import { onlyWritten, type Texts } from '../../features/words/member-languages.ts';

/** A city as typed. */
export interface CityDraft {
  texts: Texts<'name'>;
  country: string;
  tier: City['tier'];
  latitude: string;
  longitude: string;
  hidden: boolean;
}

export const NEW_CITY: CityDraft = {
  texts: {},
  country: '',
  tier: 1,
  latitude: '',
  longitude: '',
  hidden: false,
};

export function draftOf({ texts, country, tier, latitude, longitude, hidden }: City): CityDraft {
  return { texts, country, tier, latitude: String(latitude), longitude: String(longitude), hidden };
}

/** Throws `city-incomplete` with the names of invalid fields. */
export function formOf(draft: CityDraft): CityForm {
  const texts = onlyWritten(draft.texts);
  const country = draft.country.trim().toUpperCase();
  const [latitude, longitude] = [degrees(draft.latitude, 90), degrees(draft.longitude, 180)];
  const missing = {
    ...(Object.keys(texts).length === 0 ? { texts: 'fill-in' } : {}),
    ...(/^[A-Z]{2}$/.test(country) ? {} : { country: 'fill-in' }),
    ...(latitude === null ? { latitude: 'fill-in' } : {}),
    ...(longitude === null ? { longitude: 'fill-in' } : {}),
  };
  if (latitude === null || longitude === null || Object.keys(missing).length > 0) {
    throw new Problem('city-incomplete', 0, {}, missing);
  }
  return { texts, country, tier: draft.tier, latitude, longitude, hidden: draft.hidden };
}

/** What keeps a city from being saved; null if nothing does. */
export function problemOf(draft: CityDraft): Problem | null {
  try {
    formOf(draft);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Accepts a decimal point or comma. */
function degrees(typed: string, max: number): number | null {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  if (!/^-?\d{1,3}(\.\d{1,8})?$/.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) <= max ? value : null;
}
