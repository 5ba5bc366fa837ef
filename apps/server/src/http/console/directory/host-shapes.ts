import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type AdminHost, readAdminHost } from '../../../directory/admin-hosts.ts';
import { listPictures } from '../../../directory/pictures.ts';
import { REQUIREMENTS } from '../../../directory/requirements.ts';
import { SERVICES } from '../../../directory/services.ts';
import { listVerifications } from '../../../directory/verifications.ts';
import { LANGUAGES } from '../../../languages.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { HostTextsAnswer, HostTextsBody } from '../../shared/directory-shapes.ts';
import { Uuid } from '../../shared/shapes.ts';

const Millis = z.number().int();

export const HostParams = z.object({ id: Uuid });

export const HostFactsBody = z.strictObject({
  cityId: Uuid,
  services: z
    .array(z.enum(SERVICES))
    .min(1)
    .max(SERVICES.length)
    .refine((all) => new Set(all).size === all.length),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1)
    .max(LANGUAGES.length)
    .refine((all) => new Set(all).size === all.length),
});

export const NewHostBody = HostFactsBody.extend({ texts: HostTextsBody });

/** A host in a staff list. */
export const AdminHostAnswer = z.object({
  id: z.uuid(),
  cityId: z.uuid(),
  city: z.record(z.string(), z.object({ name: z.string() })),
  services: z.array(z.enum(SERVICES)),
  languages: z.array(z.string()),
  texts: HostTextsAnswer.describe('Approved texts that members see; null before the first approval'),
  draft: HostTextsAnswer.describe('Draft that awaits approval'),
  draftVersion: z.number().int(),
  draftBy: z.enum(['host', 'house']).nullable(),
  draftRefused: z.string().nullable(),
  example: z.boolean().describe('True for an example in a play house, which is no person'),
  createdAtMs: Millis,
  pausedAtMs: Millis.nullable().describe('Time at which the host paused the profile; null if not paused'),
  hiddenAtMs: Millis.nullable().describe('Time since which open reports hide the profile; null if none do'),
  barredAtMs: Millis.nullable().describe('Time at which staff hid the profile; null if they did not'),
  removedAtMs: Millis.nullable(),
  weekdays: z.array(z.number().int()).describe('ISO weekdays on which the host can be booked: 1 is Monday'),
  daysOff: z.array(z.string()).describe('Single dates on which the host cannot be booked'),
  consentUntilMs: Millis.nullable(),
  identityUntilMs: Millis.nullable(),
  ageUntilMs: Millis.nullable(),
  linkExpiresAtMs: Millis.nullable().describe('End of the private link; null without a link'),
  shown: z.boolean(),
  unmet: z.array(z.enum(REQUIREMENTS)).describe('Requirements that the profile does not meet yet'),
  picturesWaiting: z.number().int(),
  verificationsWaiting: z.number().int().describe('Number of verifications that await a second person'),
  reports: z.number().int().describe('Number of open reports'),
});
z.globalRegistry.add(AdminHostAnswer, { id: 'ConsoleHost' });

export const FullHostAnswer = AdminHostAnswer.extend({
  pictures: z.array(z.object({ id: z.uuid(), sentBy: z.enum(['host', 'house']), atMs: Millis, approved: z.boolean() })),
  verifications: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['identity', 'age']),
        verifiedAtMs: Millis,
        untilMs: Millis,
        note: z.string(),
        years: z.number().int().nullable(),
        notedBy: z.string().describe('Name of the staff member; empty for an unknown account'),
        confirmedBy: z.string().nullable(),
        confirmedAtMs: Millis.nullable(),
        revokedAtMs: Millis.nullable(),
        own: z.boolean().describe('True if the caller recorded it, and therefore cannot confirm it'),
      }),
    )
    .describe('Newest first'),
});
z.globalRegistry.add(FullHostAnswer, { id: 'FullConsoleHost' });

/** Throws `not-found`. */
export async function showHost(q: Db | Tx['q'], id: string, staffId: string): Promise<z.infer<typeof FullHostAnswer>> {
  const host: AdminHost = await readAdminHost(q, id);
  const verifications = await listVerifications(q, id);
  const ids = new Set(verifications.flatMap(({ notedBy, confirmedBy }) => [notedBy, confirmedBy ?? notedBy]));
  const names = await namesOfStaff(q, [...ids]);
  return {
    ...host,
    pictures: await listPictures(q, id),
    verifications: verifications.map(({ notedBy, confirmedBy, ...same }) => ({
      ...same,
      notedBy: names.get(notedBy) ?? '',
      confirmedBy: confirmedBy === null ? null : (names.get(confirmedBy) ?? ''),
      own: notedBy === staffId,
    })),
  };
}
