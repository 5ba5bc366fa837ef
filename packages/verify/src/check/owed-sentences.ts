/** Verdicts and reasons of a liability proof, as sentences. */
import type { OwedReason, OwedVerification } from '@tercet/fair';

const VERDICTS: Readonly<Record<OwedVerification['verdict'], string>> = {
  verified: 'Verified: the house counts what it owes you, in a total that witnesses saw.',
  'time-not-proven':
    'Time not proven: the house counts what it owes you; nobody else says that all members saw one total.',
  pending: 'Pending: the entry of that day is not due yet.',
  incomplete: 'Incomplete: evidence is missing, so nothing is confirmed.',
  breach: 'BREACH: a step is refuted. Keep this output and the file, and show both to a witness.',
};

export const OWED_MISSING: Partial<Record<OwedReason, string>> = {
  'not-compared': 'your own records: --user NAME and --owed MINOR',
  'not-pinned': 'a key of the book that you compared and pinned',
  'no-part': 'a part of the file',
  'no-entry': 'the entry of the book',
  'no-place': 'the place of the entry in the book',
  'no-policy': 'the tables of odds, which name the witnesses of the book',
  'not-witnessed': 'cosignatures of enough witnesses over the entry',
  'other-witnesses':
    'cosignatures of enough witnesses that you confirmed: this rests on others. Compare those with another source',
};

export const OWED_REFUTED: Partial<Record<OwedReason, string>> = {
  'bad-format': 'This is no such file, or a split has a shape that it cannot have.',
  'other-name': 'The file is about another member.',
  'other-date': 'The file is about another day.',
  'other-balance': 'The house says that it owes another amount than your records say.',
  'bad-entry': 'The entry shown is no entry of that kind.',
  'entry-hash': 'The entry is not the one in the book.',
  'other-entry': 'The entry names another root, total or day.',
  'checkpoint-key': 'The checkpoint is not signed with the key of the book.',
  'other-origin': 'The checkpoint is of another book.',
  'not-in-book': 'The entry is not in the book at the place that is shown.',
  'bad-date': 'The date is no date.',
  'bad-name': 'The name is no name of a member.',
  'bad-nonce': 'A split has no proper nonce.',
  'bad-split': 'A split has a number that it cannot have.',
  'bad-amount': 'A split has an amount that it cannot have.',
  'split-count': 'There are more or fewer than four splits.',
  'split-twice': 'A split is there twice.',
  'index-twice': 'Two splits stand at one place.',
  'nonce-twice': 'Two splits have one nonce.',
  'other-sum': 'The splits do not add up to what is owed.',
  'bad-tree': 'The tree has a shape that it cannot have.',
  'bad-index': 'A split stands outside of the tree.',
  'path-length': 'A path has another length than the tree.',
  'bad-sum': 'A path holds a hash or a sum that cannot be.',
  overflow: 'Two sums of a path pass what can be counted.',
  'other-root': 'A path does not lead to the root.',
  'other-total': 'A path does not add up to the total.',
};

export function owedVerdict(verdict: OwedVerification['verdict']): string {
  return VERDICTS[verdict];
}
