import { z } from 'zod';
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
