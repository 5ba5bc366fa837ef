import { z } from 'zod';
import { Minor } from '../../shared/shapes.ts';

const Millis = z.number().int();

export const VideoAccessAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free') }),
  z.object({ kind: z.literal('balance'), balanceMinor: Minor.describe('Balance required, not charged') }),
  z.object({ kind: z.literal('bought'), priceMinor: Minor, hours: z.number().int() }),
]);

export const VideoLockAnswer = z.discriminatedUnion('why', [
  z.object({ why: z.literal('sign-in') }),
  z.object({ why: z.literal('restricted') }),
  z.object({ why: z.literal('too-young'), age: z.number().int() }),
  z.object({ why: z.literal('switched-off') }),
  z.object({ why: z.literal('balance'), balanceMinor: Minor, missingMinor: Minor }),
  z.object({ why: z.literal('price'), priceMinor: Minor, hours: z.number().int() }),
]);

export const VideoCardAnswer = z.object({
  id: z.uuid(),
  classSlug: z.string(),
  name: z.string(),
  cover: z.string().describe('Path of a picture of 640 by 360'),
  durationMs: Millis,
  previewMs: Millis,
  age: z.number().int().describe('From which age on: 0, 6, 12 or 16'),
  plays: z.number().int(),
  publishedAtMs: Millis,
  access: VideoAccessAnswer,
  open: z.boolean().nullable().describe('Whether the whole film is open to the member; null for a visitor'),
  boughtUntilMs: Millis.nullable(),
});

export const VideoAnswer = VideoCardAnswer.extend({
  className: z.string(),
  description: z.string(),
  locale: z.string().describe('Of its words'),
  captions: z.array(z.string()).describe('Languages'),
  lock: VideoLockAnswer.nullable().describe('Why no more than the preview is open; null: all of it is'),
  startMs: Millis.describe('Where the full film begins'),
  positionMs: Millis.nullable().describe(
    'Position at which the member stopped; null without one, or with the history off',
  ),
});

export const WatchingAnswer = z.object({
  kind: z.enum(['full', 'preview']),
  playlist: z.string().describe('HLS; its files open to the cookie that comes with this answer'),
  untilMs: Millis.describe('When the grant in the cookie ends: ask again before'),
  nowMs: Millis,
  durationMs: Millis.describe('Of what is played'),
  startMs: Millis.describe('Where to begin'),
  seekFloorMs: Millis.describe('Seeks to an earlier position land here'),
  captions: z.array(z.object({ locale: z.string(), url: z.string() })),
  thumbnails: z.string().nullable().describe('WebVTT whose cues name parts of a picture'),
  lock: VideoLockAnswer.nullable(),
  access: VideoAccessAnswer,
  boughtUntilMs: Millis.nullable(),
});

export const PurchaseAnswer = z.object({
  id: z.uuid(),
  titleId: z.uuid(),
  priceMinor: Minor,
  atMs: Millis,
  untilMs: Millis,
  refundedAtMs: Millis.nullable(),
});

/** Schemas listed in the API document once, under these names. */
const NAMED = {
  VideoAccess: VideoAccessAnswer,
  VideoLock: VideoLockAnswer,
  VideoCard: VideoCardAnswer,
  Video: VideoAnswer,
  Watching: WatchingAnswer,
  Purchase: PurchaseAnswer,
};
for (const [id, shape] of Object.entries(NAMED)) z.globalRegistry.add(shape, { id });
