import { z } from 'zod';
import { DAYS_OFF_MAX } from '../../directory/availability.ts';
import { BOOKING_STATES, DECLINED_BY } from '../../directory/booking-records.ts';
import type { ReportRecord } from '../../directory/report-records.ts';
import { REPORT_REASONS, type ReportOutcome } from '../../directory/reports.ts';
import { REQUIREMENTS } from '../../directory/requirements.ts';
import { SERVICES } from '../../directory/services.ts';
import { LANGUAGES } from '../../languages.ts';
import { TypedWords } from './forms.ts';
import { Uuid } from './shapes.ts';

const Millis = z.number().int();

const AVAILABILITY = {
  weekdays: z.array(z.number().int()).describe('ISO weekdays on which the host can be booked: 1 is Monday'),
  daysOff: z.array(z.string()).describe('Single dates from today on (`YYYY-MM-DD`) on which the host cannot be booked'),
  today: z.string().describe('Today in the host’s city, as `YYYY-MM-DD`'),
};

/** The days that a host sets. */
export const AvailabilityBody = z.strictObject({
  weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  daysOff: z.array(z.string().max(10)).max(DAYS_OFF_MAX),
});

export const CityAnswer = z.object({
  id: z.uuid(),
  name: z.string(),
  country: z.string(),
  tier: z.number().int().describe('1, 2 or 3; in tier 3 the concierge arranges visits'),
  latitude: z.number().describe('Degrees. Phones sort by distance themselves and never send their position'),
  longitude: z.number(),
  hosts: z.number().int(),
});
z.globalRegistry.add(CityAnswer, { id: 'City' });

export const HostAnswer = z.object({
  id: z.uuid(),
  cityId: z.uuid(),
  cityName: z.string(),
  name: z.string(),
  about: z.string(),
  services: z.array(z.enum(SERVICES)),
  languages: z.array(z.string()),
  verifiedAtMs: Millis.describe('Time of the identity verification'),
  pictures: z.array(z.uuid()),
  example: z.boolean().describe('True for an example in a play house, which is no person'),
  ...AVAILABILITY,
});
z.globalRegistry.add(HostAnswer, { id: 'Host' });

/** A host's name and description by language. */
export const HostTextsBody = z
  .partialRecord(
    z.enum(LANGUAGES),
    z.strictObject({ name: z.string().trim().min(1).max(60), about: z.string().trim().min(1).max(2_000) }),
  )
  .refine((texts) => Object.keys(texts).length > 0)
  .describe('By language, one at least');

export const HostWordsBody = z.strictObject({ texts: HostTextsBody });

/** Body limit for these texts in every language of the club. A UTF-16 unit takes at most three bytes. */
export const HOST_WORDS_BYTES_MAX = LANGUAGES.length * (3 * (60 + 2_000) + 100);

export const HostTextsAnswer = z.record(z.string(), z.object({ name: z.string(), about: z.string() })).nullable();

export const HostProfileAnswer = z.object({
  id: z.uuid(),
  cityId: z.uuid(),
  cityName: z.string(),
  services: z.array(z.enum(SERVICES)),
  languages: z.array(z.string()),
  texts: HostTextsAnswer.describe('Approved texts that members see; null before the first approval'),
  draft: HostTextsAnswer.describe('Draft that awaits approval'),
  draftBy: z.enum(['host', 'house']).nullable(),
  draftRefused: z.string().nullable().describe('Reason for which staff refused the last draft; null if they did not'),
  pictures: z.array(z.object({ id: z.uuid(), state: z.enum(['shown', 'waiting']), sentBy: z.enum(['host', 'house']) })),
  paused: z.boolean(),
  ...AVAILABILITY,
  example: z.boolean(),
  identityUntilMs: Millis.nullable().describe('End of the identity verification; null if none is valid'),
  ageUntilMs: Millis.nullable(),
  verifiedAtMs: Millis.nullable(),
  consentUntilMs: Millis.nullable().describe('End of the host’s consent; null without a valid one'),
  linkExpiresAtMs: Millis.nullable(),
  shown: z.boolean().describe('True if members see the profile'),
  unmet: z.array(z.enum(REQUIREMENTS)).describe('Requirements that the profile does not meet yet'),
});
z.globalRegistry.add(HostProfileAnswer, { id: 'HostProfile' });

/** Limit of a picture upload: JPEG, PNG or WebP as the request body. */
export const HOST_PICTURE_BYTES_MAX = 8 * 1_024 * 1_024;

export const ReportBody = z.strictObject({
  reason: z.enum(REPORT_REASONS),
  words: TypedWords.describe('Description of what the member saw: 10 to 2000 characters'),
});
export const ReportParams = z.object({ id: Uuid });

/** Outcomes of a report, as the reporter sees them. */
const OUTCOMES = ['waiting', 'upheld', 'dismissed'] as const;

export const ReportAnswer = z.object({
  id: z.uuid(),
  hostId: z.uuid(),
  hostName: z.string().describe('Name of the host; empty for a removed one'),
  reason: z.enum(REPORT_REASONS),
  words: z.string(),
  pictures: z.number().int(),
  state: z.enum(OUTCOMES),
  bad: z
    .boolean()
    .describe('True if staff found it to be in bad faith, which lowers the member’s daily number of reports'),
  answer: z.string().nullable(),
  hid: z.boolean().describe('True if the report hid the profile at once'),
  atMs: Millis,
  decidedAtMs: Millis.nullable(),
});
z.globalRegistry.add(ReportAnswer, { id: 'HostReport' });

const STATES: Record<ReportOutcome, (typeof OUTCOMES)[number]> = {
  upheld: 'upheld',
  dismissed: 'dismissed',
  abusive: 'dismissed',
};

/** A report as the member sees it, without the name of the staff person. */
export function answerReport(record: ReportRecord): z.infer<typeof ReportAnswer> {
  const { bucket: _bucket, memberId: _memberId, decidedBy: _decidedBy, outcome, ...same } = record;
  return { ...same, state: outcome === null ? 'waiting' : STATES[outcome], bad: outcome === 'abusive' };
}

export const BookingAnswer = z.object({
  id: z.uuid(),
  hostId: z.uuid(),
  hostName: z.string().describe('Empty while the host is not shown'),
  threadId: z.uuid().describe('The conversation about the request'),
  service: z.enum(SERVICES),
  language: z.string(),
  day: z.string().describe('Requested day, `YYYY-MM-DD` in the host’s city'),
  hour: z.string().describe('Requested time, `HH:MM` in the host’s city'),
  note: z.string(),
  state: z.enum(BOOKING_STATES),
  version: z.number().int().describe('Goes up with each change; acts name the version that they are about'),
  proposal: z
    .object({ day: z.string(), hour: z.string(), note: z.string() })
    .nullable()
    .describe('The concierge’s last proposal; null if there was none'),
  declinedBy: z.enum(DECLINED_BY).nullable().describe('`gone`: the host is no longer shown'),
  declinedWhy: z.string().nullable().describe('The concierge’s reason; null if the concierge did not decline'),
  atMs: Millis,
  changedAtMs: Millis,
});
z.globalRegistry.add(BookingAnswer, { id: 'Booking' });

export const BookingParams = z.object({ id: Uuid });

/** Day and time as typed. The domain validates them, so that a fault names its field. */
export const TypedDay = z.string().max(20);
export const TypedHour = z.string().max(20);

export const Version = z.number().int().min(1).max(1_000_000).describe('Version that the caller saw');
