import { useTranslations } from 'use-intl';
import type { BalanceCheckReason, BalanceCheckStep } from '../../../features/book/balance-check.ts';

/** Maps reasons to message keys. Many reasons share one message, such as a malformed file. */
const OWED_REASONS = {
  'not-compared': 'not-compared',
  'not-pinned': 'not-pinned',
  'no-part': 'no-part',
  'no-entry': 'no-entry',
  'no-place': 'no-place',
  'not-witnessed': 'not-witnessed',
  'other-witnesses': 'other-witnesses',
  'no-policy': 'not-witnessed',
  'book-not-followed': 'book-not-followed',
  blocked: 'blocked',
  'other-name': 'other-name',
  'other-date': 'other-date',
  'other-balance': 'other-sum',
  'other-sum': 'other-sum',
  'bad-entry': 'other-entry',
  'entry-hash': 'other-entry',
  'other-entry': 'other-entry',
  'checkpoint-key': 'checkpoint-key',
  'other-origin': 'checkpoint-key',
  'not-in-book': 'not-in-book',
  'split-count': 'bad-splits',
  'split-twice': 'bad-splits',
  'index-twice': 'bad-splits',
  'nonce-twice': 'bad-splits',
  'bad-split': 'bad-splits',
  'bad-nonce': 'bad-splits',
  'bad-amount': 'bad-splits',
  'bad-format': 'bad-file',
  'bad-date': 'bad-file',
  'bad-name': 'bad-file',
  'bad-tree': 'bad-path',
  'bad-index': 'bad-path',
  'path-length': 'bad-path',
  'bad-sum': 'bad-path',
  overflow: 'bad-path',
  'other-root': 'bad-path',
  'other-total': 'bad-path',
} as const satisfies Record<BalanceCheckReason, string>;

/** Explains an open or refuted step. */
export function useBalanceReason(): (step: BalanceCheckStep) => string {
  const t = useTranslations('book.debts.reason');
  return ({ reason }) => t(OWED_REASONS[reason ?? 'blocked'] ?? 'bad-path');
}
