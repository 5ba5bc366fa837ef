import type en from '../src/locales/en.json';

/**
 * Namespaces of the app's texts that this page needs. They are few, so that its source stays readable. The build cuts
 * them out of the files imported with `?words=verifier`.
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
