import { z } from 'zod';
import { FORMAL_KINDS, FORMAL_STATES, type FormalRecord, type FullFormal } from '../../complaints/formal/records.ts';
import { COMPLAINT_OUTCOMES, COMPLAINT_STAGES, COMPLAINT_SUBJECTS } from '../../complaints/formal/stages.ts';
import { COMPLAINT_STATES, type ComplaintRecord, type FullComplaint } from '../../complaints/records.ts';
import { Hex } from './shapes.ts';

/** Body limit in bytes: 2000 characters of text, escaped as JSON. */
export const WORDS_BYTES_MAX = 32_768;

const Millis = z.number().int();

export const ComplaintAnswer = z.object({
  id: z.uuid(),
  slipId: z.uuid(),
  drawId: z.string(),
  state: z.enum(COMPLAINT_STATES),
  askedAtMs: Millis,
  dueAtMs: Millis.describe('Deadline for the house’s answer'),
  answeredAtMs: Millis.nullable(),
  receiptHash: Hex.describe('SHA-256 of the signed receipt of the bet'),
  evidenceHash: Hex.describe('SHA-256 of the draw’s evidence at the time of the complaint'),
  words: z.string().describe('First text of the member'),
});
z.globalRegistry.add(ComplaintAnswer, { id: 'Complaint' });

export const FullComplaintAnswer = ComplaintAnswer.extend({
  entries: z
    .array(z.object({ id: z.uuid(), from: z.enum(['member', 'house']), words: z.string(), atMs: Millis }))
    .describe('Entries, oldest first'),
  evidence: z.string().describe('The bet, its place in the seal and its draw, as JSON: `evidenceHash` is of this text'),
});
z.globalRegistry.add(FullComplaintAnswer, { id: 'FullComplaint' });

export function answerComplaint(record: ComplaintRecord): z.infer<typeof ComplaintAnswer> {
  const { bucket: _bucket, memberId: _memberId, ...complaint } = record;
  return complaint;
}

export function answerFullComplaint(found: FullComplaint): z.infer<typeof FullComplaintAnswer> {
  const { entries, evidence, ...record } = found;
  return {
    ...answerComplaint(record),
    entries: entries.map(({ staffId, ...entry }) => ({ ...entry, from: staffId === null ? 'member' : 'house' })),
    evidence,
  };
}

export const FormalComplaintAnswer = z.object({
  id: z.uuid(),
  number: z.string().describe('Number to quote, such as 261130-7F3K2A'),
  subject: z.enum(COMPLAINT_SUBJECTS).describe('`data-…`: a request about the member’s data'),
  stage: z
    .enum(COMPLAINT_STAGES)
    .describe('`received` until the first reply, `review` until the final answer, `closed` after a second look'),
  outcome: z.enum(COMPLAINT_OUTCOMES).nullable().describe('Of the last final answer; null before it'),
  filedAtMs: Millis,
  dueAtMs: Millis.nullable().describe('Deadline of the house’s next act; null if none is due'),
  answerDueAtMs: Millis.describe('Deadline of the first final answer'),
  extendedAtMs: Millis.nullable().describe('When staff extended a request about data; null if they did not'),
  answeredAtMs: Millis.nullable(),
  secondUntilMs: Millis.nullable().describe('Until when the member may ask for a second look; null if they may not'),
  closedAtMs: Millis.nullable(),
  words: z.string().describe('First text of the member'),
});
z.globalRegistry.add(FormalComplaintAnswer, { id: 'FormalComplaint' });

export const FullFormalComplaintAnswer = FormalComplaintAnswer.extend({
  entries: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['member', 'reply', 'answer']).describe('`answer` is a final answer of the house'),
        words: z.string(),
        atMs: Millis,
      }),
    )
    .describe('Entries, oldest first'),
});
z.globalRegistry.add(FullFormalComplaintAnswer, { id: 'FullFormalComplaint' });

export const FormalSubject = z.enum(COMPLAINT_SUBJECTS);
export const FormalKind = z.enum(FORMAL_KINDS);
export const FormalState = z.enum(FORMAL_STATES);

export function answerFormalRecord(record: FormalRecord): z.infer<typeof FormalComplaintAnswer> {
  const { bucket: _bucket, memberId: _memberId, ...complaint } = record;
  return complaint;
}

export function answerFullFormal({ entries, ...record }: FullFormal): z.infer<typeof FullFormalComplaintAnswer> {
  return { ...answerFormalRecord(record), entries: entries.map(({ staffId: _staffId, ...entry }) => entry) };
}
