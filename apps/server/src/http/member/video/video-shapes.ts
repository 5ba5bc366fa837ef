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
  cover: z.string().describe('Path of a picture of 640 by 360; `&w=320` and `&w=160` give smaller ones'),
  durationMs: Millis,
  previewMs: Millis,
  age: z.number().int().describe('Minimum age: 0, 6, 12 or 16'),
  plays: z.number().int(),
  publishedAtMs: Millis,
  access: VideoAccessAnswer,
  open: z.boolean().nullable().describe('True if the member may watch the whole film; null for a visitor'),
  boughtUntilMs: Millis.nullable(),
});

export const VideoAnswer = VideoCardAnswer.extend({
  className: z.string(),
  description: z.string(),
  locale: z.string().describe('Language of its texts'),
  captions: z.array(z.string()).describe('Languages of its captions'),
  lock: VideoLockAnswer.nullable().describe('Reason for which only the preview is open; null if the whole film is'),
  startMs: Millis.describe('Start of the full film, in ms'),
  positionMs: Millis.nullable().describe(
    'Position at which the member stopped, in ms; null without one, or if the history is off',
  ),
  later: z.boolean().nullable().describe('True if it is on the member’s watch-later list; null for a visitor'),
  chapters: z.array(z.object({ atMs: Millis, title: z.string() })).describe('In ascending order, with start in ms'),
});

export const WatchingAnswer = z.object({
  kind: z.enum(['full', 'preview']),
  playlist: z.string().describe('Path of the HLS playlist; its files need the cookie of this response'),
  untilMs: Millis.describe('End of the cookie’s grant; call again before'),
  nowMs: Millis,
  durationMs: Millis.describe('Duration of the film or preview, in ms'),
  startMs: Millis.describe('Position at which playback starts, in ms'),
  seekFloorMs: Millis.describe('Earliest position for seeking, in ms'),
  captions: z.array(z.object({ locale: z.string(), url: z.string() })),
  thumbnails: z.string().nullable().describe('Path of a WebVTT file whose cues name parts of a sprite sheet'),
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
