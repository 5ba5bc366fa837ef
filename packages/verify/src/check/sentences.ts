/** Verdicts, gaps and reasons, as sentences. */
import type { MissingEvidence, Provider, Step, StepId, TimeGap, Verdict } from '@tercet/fair';

export const VERDICTS: Readonly<Record<Verdict, string>> = {
  verified: 'Verified: every step holds, witnesses saw the seal in time, and nobody could steer the beacon.',
  void: 'Void, as the rules ask: no seal was in the book in time, and every witness was asked. The stakes go back.',
  'void-time-not-proven':
    'Void, time not proven: the book shows no seal in time, but that time is not proven. The stakes go back.',
  'time-not-proven': 'Time not proven: every step holds but the time.',
  pending: 'Pending: it is not due yet, and nothing is wrong so far.',
  overdue: 'Overdue: the house should have shown the rest by now.',
  incomplete: 'Incomplete: evidence is missing, so nothing is confirmed.',
  breach: 'BREACH: a step is refuted. Keep this output and the file, and show both to a witness.',
};

export const TIME_GAPS: Readonly<Record<TimeGap, string>> = {
  'no-witnesses': 'The table names no witnesses: when the bets were sealed rests on the house’s word.',
  'few-witnesses': 'The table names fewer than three witnesses: too few could deceive about the time.',
  'house-run-beacon': 'The beacon is run by the house: whoever holds its key could have known the dice before.',
};

const PROVIDERS: Readonly<Record<Provider, string>> = {
  reader: 'you can provide it',
  house: 'the house should provide it',
  witnesses: 'the witnesses should provide it',
};

/** Missing evidence by reason, as the end of "Missing: …". */
export const MISSING: Readonly<Record<string, string>> = {
  'not-pinned': 'a key of the book that you compared and pinned',
  'no-receipt': 'the whole receipt',
  'no-draw': 'the draw',
  'no-book': 'what the book shows of the draw',
  'no-log-key': 'the key of the book',
  'no-notices': 'the announced changes of the book’s key',
  'no-notice-place': 'the place of a change of key in the book',
  'no-table': 'the table of odds',
  'no-table-place': 'the place of the table in the book',
  'no-tables': 'the whole list of tables of odds, with their places in the book',
  'no-chain': 'the beacon that the draw used',
  'no-schedule': 'the times and the round of the draw',
  'no-time': 'the time of a checkpoint',
  'no-checkpoint': 'a checkpoint from before the lock, and one in time for the seal',
  'no-entries': 'entries of the book between the lock and the seal',
  'no-peaks': 'the peaks of the book before the lock',
  'no-place': 'the proof that an entry is in the book',
  'no-seal': 'the seal that stands in the book',
  'no-seal-in-time': 'a checkpoint that shows the seal in time',
  'no-slips': 'the list of sealed bets',
  'no-path': 'the path from the bet to its seal',
  'no-signature': 'the beacon’s signature',
  'no-draw-entry': 'the entry of the draw',
  'no-draw-place': 'the place of the draw in the book',
  'no-void-place': 'the place of the void in the book',
  'no-dice': 'the dice and their seed',
  'table-not-witnessed': 'cosignatures from before the period over the table',
  'not-witnessed': 'cosignatures of enough witnesses',
  'witness-silent': 'an answer of every witness that the table names',
  'other-witnesses':
    'cosignatures of enough witnesses that you confirmed: this rests on others. Compare those with another source',
  'no-consistency': 'the proof that the book continues the one that this machine has followed',
  'later-entries': 'entries that witnesses saw in time and the house does not show',
  'not-sealed-yet': 'the seal',
  'not-drawn-yet': 'the dice',
  'undated-void': 'when the draw was called void: witnesses may have overridden that, and then it counts no more',
  overridden: 'the draw that has to follow, since witnesses saw the seal in time',
};

/** The meaning of a refuted step. A reason that depends on the step has the step as a prefix. */
export const REFUTED: Readonly<Record<string, string>> = {
  malformed: 'A part has a shape that it cannot have.',
  'other-origin': 'This belongs to another book than the one that was expected.',
  'receipt-other-origin': 'The receipt is for another book.',
  'other-receiptKey': 'The table names another key for receipts than the one that was expected.',
  'other-chainHash': 'The table names another beacon than the one that was expected.',
  'other-logKey': 'The book has another key than the one known here, and no announced change leads to it.',
  'bad-log-key': 'What is named as the key of the book is no key.',
  'too-many-notices': 'More changes of key are shown than can be.',
  'bad-notice': 'A change of the book’s key is not signed with the key before it.',
  'notice-not-in-book': 'A change of the book’s key is not in the book.',
  'entry-hash': 'An entry is not the one that its hash names: it was changed.',
  'other-lottery': 'The table belongs to another lottery.',
  'not-yet-in-force': 'The table was not in force yet in this period.',
  'period-length': 'The period has another length than its table says.',
  'other-chain': 'The draw used another beacon than its table names.',
  'checkpoint-key': 'A checkpoint is not signed with the key of the book.',
  'table-not-in-book': 'The odds shown are not in the book.',
  'table-too-late': 'The odds came into the book after the period had begun.',
  'table-superseded': 'The house used odds that newer ones in the book had replaced.',
  'table-swapped': 'The house put other odds for this period into the book after betting had closed.',
  'other-table': 'The receipt, the seal or the void names other odds than the table shown.',
  backdated: 'A checkpoint claims to be older than what it contains.',
  'backdated-cosignature': 'A witness confirmed a longer book before a shorter one: its times are false.',
  fork: 'The book’s key signed two different books of one length.',
  'rolled-back': 'The book is shorter at the seal than at the lock.',
  'before-too-late': 'The checkpoint from before the lock was made after it.',
  'in-time-too-late': 'The checkpoint with the seal was made too late.',
  'not-witnessed': 'The house drew although every witness says that too few saw the seal in time.',
  'too-many-entries': 'More entries are shown between the lock and the seal than can be.',
  peaks: 'The book before the lock does not have the root that was signed.',
  entries: 'The entries shown are not those that were signed.',
  'two-seals': 'The draw is sealed twice, over different bets.',
  'other-draw': 'What is shown is about another draw.',
  'other-seal': 'The seal shown is not the one in the book.',
  count: 'There are more or fewer bets than were sealed.',
  'inclusion-count': 'The path was made for another number of bets than were sealed.',
  root: 'The bets do not give the sealed root.',
  'not-in-time': 'The house drew although no seal was in the book in time.',
  'not-in-book': 'The entry is not in the book at the place that is shown.',
  'void-and-drawn': 'The draw is void and drawn.',
  'seal-in-time': 'The house called the draw void although its seal was in time.',
  'other-round': 'Another round of the beacon was used than the schedule gives.',
  'other-lock': 'Betting is said to have closed at another time than the schedule gives.',
  'receipt-schedule': 'The receipt names another time or round than the schedule gives.',
  'accepted-after-lock': 'The bet was accepted after betting had closed.',
  'other-signature': 'The signature shown is not the one in the entry of the draw.',
  signature: 'The signature is not the beacon’s for this round.',
  'receipt-signature': 'The receipt is not signed with the table’s key.',
  'entry-dice': 'The entry has other dice than follow from the beacon.',
  dice: 'Other dice follow from the beacon than those shown.',
  seed: 'Another seed follows from the beacon than the one shown.',
  'leaf-data': 'What the receipt signs is no bet.',
  'other-key': 'The receipt is signed with another key than the table names.',
  commitment: 'The receipt belongs to another member, or its salt is another.',
  path: 'The bet is not in the seal.',
  payout: 'The bet pays another amount than was paid.',
  'two-tables': 'The draw was shown with other odds elsewhere.',
  'two-results': 'The draw was shown with other dice elsewhere.',
  'two-fates': 'The draw was shown as drawn to one reader and as void to another.',
  'claims-two-seals': 'The draw was shown with another seal elsewhere.',
};

export function missingSentence({ reason, from }: Pick<MissingEvidence, 'reason' | 'from'>): string {
  return missing(MISSING[reason] ?? reason, from);
}

export function missing(what: string, from: Provider): string {
  return `Missing: ${what}; ${PROVIDERS[from]}.`;
}

export function refutedSentence(step: StepId, reason: string): string {
  return `Refuted (${step}): ${REFUTED[`${step}-${reason}`] ?? REFUTED[reason] ?? reason}`;
}

/** The sentences of all refuted steps. */
export function refutations(steps: readonly Step[]): string[] {
  return steps.flatMap(({ id, state, reason }) => (state === 'refuted' ? refutedSentence(id, reason ?? '') : []));
}
