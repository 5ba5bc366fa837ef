import { DAY_MS } from '../../durations.ts';

export const COMPLAINT_SUBJECTS = ['payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other'] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];

export const COMPLAINT_STAGES = ['received', 'review', 'answered', 'second-look', 'closed'] as const;
export type ComplaintStage = (typeof COMPLAINT_STAGES)[number];

export const COMPLAINT_OUTCOMES = ['upheld', 'partly', 'rejected'] as const;
export type ComplaintOutcome = (typeof COMPLAINT_OUTCOMES)[number];

/** Time for the first reply of staff. */
const REPLY_MS = 3 * DAY_MS;
/** Time for the final answer, from filing: the eight weeks that regulators usually allow. */
const ANSWER_MS = 56 * DAY_MS;
/** Time for the answer after a second look. */
const SECOND_MS = 14 * DAY_MS;
/** Time in which the member may ask for a second look, from the final answer. */
const SECOND_ASK_MS = 30 * DAY_MS;

export function replyDue(filed: Date): Date {
  return new Date(filed.getTime() + REPLY_MS);
}

export function answerDue(filed: Date): Date {
  return new Date(filed.getTime() + ANSWER_MS);
}

export function secondDue(asked: Date): Date {
  return new Date(asked.getTime() + SECOND_MS);
}

/** End of the time in which the member may ask for a second look. */
export function secondAskEnds(answered: Date): Date {
  return new Date(answered.getTime() + SECOND_ASK_MS);
}
