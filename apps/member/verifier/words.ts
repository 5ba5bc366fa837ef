import type en from '../src/locales/en.json';

/**
 * The words that the steps of a check need, and no others: the page is to be read in an afternoon. Each name is a
 * namespace of the app's own words; what stands behind `?words=verifier` is cut out of the files by the build.
 */
export const NAMESPACES = [
  'actions',
  'app',
  'dice',
  'mark',
  'receipts',
  'state',
  'titles',
  'verifier',
  'verify',
] as const;

export type Words = Pick<typeof en, (typeof NAMESPACES)[number]>;
