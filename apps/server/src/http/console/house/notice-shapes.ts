import { z } from 'zod';
import type { WholeNotice } from '../../../house/all-notices.ts';
import { NOTICE_CODES } from '../../../house/notices.ts';
import { LANGUAGES } from '../../../languages.ts';
import { Uuid } from '../../shared/shapes.ts';
import { Line, Moment } from '../input-shapes.ts';

const Millis = z.number().int();
const Words = z.strictObject({
  locale: z.enum(LANGUAGES),
  title: Line.max(400),
  text: z.string().max(8_000),
});

/** The time in which a notice is shown. */
export const NoticeTimes = z.strictObject({
  fromMs: Moment.nullable().describe('Start; null: now'),
  untilMs: Moment.nullable().describe('End; null: none'),
});

export const NoticeBody = NoticeTimes.extend({
  texts: z.array(Words).max(LANGUAGES.length).describe('Each language once'),
});

export const WholeNoticeAnswer = z.object({
  id: z.uuid(),
  texts: z.array(Words).describe('Empty for automatic notices of the house'),
  code: z.enum(NOTICE_CODES).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  fromMs: Millis.nullable().describe('Start of publication; null if it was never published'),
  untilMs: Millis.nullable(),
  withdrawnAtMs: Millis.nullable(),
});
z.globalRegistry.add(WholeNoticeAnswer, { id: 'WholeNotice' });

export const NoticeParams = z.object({ id: Uuid });

export function timesOf({ fromMs, untilMs }: z.infer<typeof NoticeTimes>): { from: Date | null; until: Date | null } {
  return { from: dateOf(fromMs), until: dateOf(untilMs) };
}

export function answerNotice({ from, until, withdrawnAt, ...same }: WholeNotice): z.infer<typeof WholeNoticeAnswer> {
  return {
    ...same,
    fromMs: from?.getTime() ?? null,
    untilMs: until?.getTime() ?? null,
    withdrawnAtMs: withdrawnAt?.getTime() ?? null,
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
