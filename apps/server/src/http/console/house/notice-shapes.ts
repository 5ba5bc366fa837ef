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

/** Body limit: twelve languages, each with a title and a text of full length, in any script. */
export const NOTICE_BYTES_MAX = 256 * 1_024;

const Texts = z.array(Words).max(LANGUAGES.length).describe('Each language once');

export const NoticeBody = NoticeTimes.extend({ texts: Texts });

export const CorrectionBody = z.strictObject({
  texts: Texts,
  after: z.number().int().min(1).max(1_000_000).describe('Version that the author read'),
});

export const WholeNoticeAnswer = z.object({
  id: z.uuid(),
  texts: z.array(Words).describe('Empty for automatic notices of the house'),
  code: z.enum(NOTICE_CODES).nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  fromMs: Millis.nullable().describe('Start of publication; null if it was never published'),
  untilMs: Millis.nullable(),
  withdrawnAtMs: Millis.nullable(),
  version: z.number().int().describe('Version of the texts, from 1'),
  editedAtMs: Millis.nullable().describe('Last correction after members saw it; null: none'),
});
z.globalRegistry.add(WholeNoticeAnswer, { id: 'WholeNotice' });

export const NoticeParams = z.object({ id: Uuid });

export function timesOf({ fromMs, untilMs }: z.infer<typeof NoticeTimes>): { from: Date | null; until: Date | null } {
  return { from: dateOf(fromMs), until: dateOf(untilMs) };
}

export function answerNotice({
  from,
  until,
  withdrawnAt,
  editedAt,
  ...same
}: WholeNotice): z.infer<typeof WholeNoticeAnswer> {
  return {
    ...same,
    fromMs: from?.getTime() ?? null,
    untilMs: until?.getTime() ?? null,
    withdrawnAtMs: withdrawnAt?.getTime() ?? null,
    editedAtMs: editedAt?.getTime() ?? null,
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
