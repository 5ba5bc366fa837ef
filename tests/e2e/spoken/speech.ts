import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** What the pages of journeys speak: TERCET_TEST_LOCALE, English by default. */
export const LOCALE = process.env.TERCET_TEST_LOCALE ?? 'en';
