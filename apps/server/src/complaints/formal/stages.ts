import { DAY_MS } from '../../durations.ts';

/** Requests of members about their data (GDPR Art. 15 to 21). */
export const DATA_SUBJECTS = [
  'data-access',
  'data-correction',
  'data-restriction',
  'data-objection',
  'data-erasure',
] as const;

export const COMPLAINT_SUBJECTS = [
  ...(['payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other'] as const),
  ...DATA_SUBJECTS,
] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];

export const COMPLAINT_STAGES = ['received', 'review', 'answered', 'second-look', 'closed'] as const;
export type ComplaintStage = (typeof COMPLAINT_STAGES)[number];

export const COMPLAINT_OUTCOMES = ['upheld', 'partly', 'rejected'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Months for the answer to a request about data, and the months of its one extension. */
const DATA_MONTHS = 1;
const DATA_MONTHS_MORE = 2;
/** Time for the first reply of staff. */
const REPLY_MS = 3 * DAY_MS;
/** Time for the final answer to a complaint, from filing: the eight weeks that regulators usually allow. */
const ANSWER_MS = 56 * DAY_MS;
/** Time for the answer after a second look. */
const SECOND_MS = 14 * DAY_MS;
/** Time in which the member may ask for a second look, from the final answer. */
const SECOND_ASK_MS = 30 * DAY_MS;

export function isDataRequest(subject: string): boolean {
  return DATA_SUBJECTS.some((one) => one === subject);
}

/** Deadline of the first reply. A request about data has only the deadline of its answer. */
export function replyDue(subject: ComplaintSubject, filed: Date): Date {
  return isDataRequest(subject) ? answerDue(subject, filed) : new Date(filed.getTime() + REPLY_MS);
}

export function answerDue(subject: ComplaintSubject, filed: Date): Date {
  return isDataRequest(subject) ? addMonths(filed, DATA_MONTHS) : new Date(filed.getTime() + ANSWER_MS);
}

/** Deadline of a request about data after its extension. */
export function extendedDue(filed: Date): Date {
  return addMonths(filed, DATA_MONTHS + DATA_MONTHS_MORE);
}

/** The same time of day some months later, in UTC; on the month's last day where it lacks that day. */
function addMonths(from: Date, months: number): Date {
  const day = from.getUTCDate();
  const moved = new Date(from);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved;
}

export function secondDue(asked: Date): Date {
  return new Date(asked.getTime() + SECOND_MS);
}

/** End of the time in which the member may ask for a second look. */
export function secondAskEnds(answered: Date): Date {
  return new Date(answered.getTime() + SECOND_ASK_MS);
}
