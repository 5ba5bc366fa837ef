import { z } from 'zod';
import { type Banner, type BannerPlan, MADE_BANNERS } from '../../../house/banners.ts';
import { Uuid } from '../../shared/shapes.ts';
import { Line, Moment } from '../input-shapes.ts';

/** A language by its BCP 47 tag. */
const Tag = z
  .string()
  .max(11)
  .regex(/^[a-z]{2}(-[A-Za-z]{2,8})?$/);
const Words = z.strictObject({ title: Line.min(1).max(120), text: z.string().trim().max(400) });

/** A banner without its picture. */
export const BannerBody = z.strictObject({
  words: Words.describe('Text in the default language of the house'),
  texts: z.record(Tag, Words).refine((texts) => Object.keys(texts).length <= 20),
  link: z.string().max(240).nullable().describe('Path of a screen in the app, such as `/Book`'),
  position: z.number().int().min(0).max(999).describe('Sort order, ascending'),
  made: z.enum(MADE_BANNERS).nullable().describe('A built-in pattern'),
  fromMs: Moment.nullable(),
  untilMs: Moment.nullable(),
});

export const BannerAnswer = BannerBody.extend({
  id: z.uuid(),
  pictureVersion: z.string().nullable().describe('Version of the uploaded picture'),
  withdrawnAtMs: Moment.nullable(),
});
z.globalRegistry.add(BannerAnswer, { id: 'Banner' });

export const BannerParams = z.object({ id: Uuid });

export function planOf({ fromMs, untilMs, ...same }: z.infer<typeof BannerBody>): BannerPlan {
  return { ...same, from: dateOf(fromMs), until: dateOf(untilMs) };
}

export function answerBanner(banner: Banner): z.infer<typeof BannerAnswer> {
  const { from, until, version, withdrawnAt, texts, ...same } = banner;
  return {
    ...same,
    texts: { ...texts },
    fromMs: from?.getTime() ?? null,
    untilMs: until?.getTime() ?? null,
    pictureVersion: version,
    withdrawnAtMs: withdrawnAt?.getTime() ?? null,
  };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
