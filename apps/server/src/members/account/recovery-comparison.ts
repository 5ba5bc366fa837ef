import { isSameOrShortened } from '@tercet/contract/words.ts';
import { withAsciiDigits } from '../../digits.ts';
import type { RecoveryClaims } from './recovery-requests.ts';

/** `not-given`: the visitor left it empty. `not-on-file`: the account has none. */
export const MATCHES = ['same', 'different', 'not-given', 'not-on-file'] as const;
export type Match = (typeof MATCHES)[number];

/** What the account holds. */
export interface OnFile {
  realName: string | null;
  /** Masked card or account number; null without a payee. */
  payeeMasked: string | null;
}

/** Compares what a visitor gave with the account, for support's decision. The values themselves are not shown. */
export function compareClaims(
  claims: Pick<RecoveryClaims, 'realName' | 'payeeDigits'>,
  onFile: OnFile,
): { realName: Match; payeeDigits: Match } {
  return {
    realName: match(claims.realName, onFile.realName, isSameOrShortened),
    payeeDigits: match(claims.payeeDigits, onFile.payeeMasked, (given, masked) => given === lastDigits(masked)),
  };
}

function match(given: string, onFile: string | null, isSame: (given: string, onFile: string) => boolean): Match {
  if (given === '') return 'not-given';
  if (onFile === null) return 'not-on-file';
  return isSame(given, onFile) ? 'same' : 'different';
}

function lastDigits(masked: string): string {
  return withAsciiDigits(masked)
    .replaceAll(/[^0-9]/g, '')
    .slice(-4);
}
