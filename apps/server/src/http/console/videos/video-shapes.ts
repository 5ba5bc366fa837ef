import { z } from 'zod';
import { DAY_MS } from '../../../durations.ts';
import { LANGUAGES } from '../../../languages.ts';
import type { TitleTerms } from '../../../video/access.ts';
import { AGES } from '../../../video/age-ratings.ts';
import { CHAPTER_TITLE_LENGTH_MAX, CHAPTERS_MAX } from '../../../video/chapters.ts';
import type { ManagedClass } from '../../../video/classes.ts';
import { type ManagedTitle, TITLE_STATES, type TitlePlan } from '../../../video/manage-titles.ts';
import { Minor, Uuid } from '../../shared/shapes.ts';
import { Line } from '../input-shapes.ts';

const Millis = z.number().int();

/** A price above zero, in minor units. */
const Price = z.string().regex(/^[1-9]\d{0,15}$/);

export const VideoParams = z.object({ id: Uuid });

const ClassWords = z.strictObject({ name: Line.min(1).max(60) });
/** Immutable, since members' URLs contain slugs. */
export const Slug = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
export const ClassBody = z.strictObject({
  texts: z
    .partialRecord(z.enum(LANGUAGES), ClassWords)
    .describe('By language; the default language of the house is required'),
  position: z.number().int().min(0).max(999).describe('Sort order, ascending'),
  hidden: z.boolean().describe('True: members see neither the class nor its titles'),
});
export const ClassAnswer = ClassBody.extend({ id: z.uuid(), slug: z.string(), titles: z.number().int() });
z.globalRegistry.add(ClassAnswer, { id: 'ConsoleVideoClass' });

export function answerClass({ texts, ...same }: ManagedClass): z.infer<typeof ClassAnswer> {
  return { ...same, texts: { ...texts } };
}

/** Access terms of a title. */
export const Access = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('house') }).describe('The default terms of the house'),
  z.strictObject({ kind: z.literal('free') }),
  z.strictObject({
    kind: z.literal('balance'),
    balanceMinor: Price.describe('Balance required in minor units, not charged'),
  }),
  z.strictObject({ kind: z.literal('bought'), priceMinor: Price, hours: z.number().int().min(1).max(87_600) }),
]);

const ChapterBody = z.strictObject({
  atMs: z.number().int().min(0).max(DAY_MS),
  title: Line.min(1).max(CHAPTER_TITLE_LENGTH_MAX),
});
const TitleWords = z.strictObject({
  name: Line.min(1).max(120),
  description: z.string().trim().max(4_000),
  chapters: z.array(ChapterBody).max(CHAPTERS_MAX).optional().describe('In ascending order, inside the film'),
});
export const TitleBody = z.strictObject({
  classId: Uuid,
  texts: z
    .partialRecord(z.enum(LANGUAGES), TitleWords)
    .describe('By language; the default language of the house is required'),
  age: z
    .union(AGES.map((age) => z.literal(age)))
    .describe('Minimum age: 0, 6, 12 or 16. The library has nothing for adults only'),
  access: Access,
  startMs: z
    .number()
    .int()
    .min(0)
    .max(DAY_MS)
    .nullable()
    .describe('Start of the full film in ms; null: the default of the house'),
  recommended: z.boolean(),
});

export const TitleAnswer = TitleBody.extend({
  id: z.uuid(),
  state: z.enum(TITLE_STATES).describe('`waiting`: published, shown when its film is ready'),
  coverVersion: z.string().nullable(),
  filmId: z.uuid().nullable(),
  durationMs: Millis.nullable(),
  plays: z.number().int(),
  purchases: z.number().int(),
  createdAtMs: Millis,
  publishedAtMs: Millis.nullable(),
  withdrawnAtMs: Millis.nullable(),
});
z.globalRegistry.add(TitleAnswer, { id: 'ConsoleVideo' });

export function answerTitle(title: ManagedTitle): z.infer<typeof TitleAnswer> {
  const { access: _, balance, price, hours, texts, ...same } = title;
  return { ...same, texts: { ...texts }, access: answerAccess(title) };
}

/** The given fields of a title, as the domain takes them. */
export function planOfTitle(body: Partial<z.infer<typeof TitleBody>>): Partial<TitlePlan> {
  const { access, ...same } = body;
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  return { ...given, ...(access === undefined ? {} : termsOf(access)) };
}

export function wholePlanOfTitle({ access, ...same }: z.infer<typeof TitleBody>): TitlePlan {
  return { ...same, ...termsOf(access) };
}

function termsOf(access: z.infer<typeof Access>): TitleTerms {
  return {
    access: access.kind,
    balance: access.kind === 'balance' ? BigInt(access.balanceMinor) : null,
    price: access.kind === 'bought' ? BigInt(access.priceMinor) : null,
    hours: access.kind === 'bought' ? access.hours : null,
  };
}

function answerAccess({ access, balance, price, hours }: TitleTerms): z.infer<typeof Access> {
  if (access === 'balance') return { kind: access, balanceMinor: String(balance) };
  if (access === 'bought') return { kind: access, priceMinor: String(price), hours: hours ?? 0 };
  return { kind: access };
}

/** The house's terms, which apply to titles without their own. */
export const TermsBody = z.strictObject({
  access: z.enum(['free', 'balance']),
  balanceMinor: Price.nullable().describe('Balance required; null if none'),
  startMs: z.number().int().min(0).max(DAY_MS).describe('Start of a full film, in ms'),
});
export const TermsAnswer = TermsBody.extend({
  balanceMinor: Minor.nullable(),
  version: z.number().int(),
  atMs: Millis,
});
z.globalRegistry.add(TermsAnswer, { id: 'VideoTerms' });
