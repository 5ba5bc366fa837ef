import { z } from 'zod';
import { BOOKING_STATES, DECLINED_BY } from '../../directory/booking-records.ts';
import { SERVICES } from '../../directory/services.ts';
import { Uuid } from './shapes.ts';

const Millis = z.number().int();

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
