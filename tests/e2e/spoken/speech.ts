import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** Language of the pages: TERCET_TEST_LOCALE, default English. */
export const LOCALE = process.env.TERCET_TEST_LOCALE ?? 'en';
