import { z } from 'zod';

/** The end of 2099: what is scheduled beyond is a mistake. */
const MILLIS_MAX = 4_102_444_800_000;

/** A moment, as unix milliseconds, as staff may give it. */
export const Moment = z.number().int().min(0).max(MILLIS_MAX);

/** Words in one line; what no text may hold, none does (`moderation/odd-texts.ts`). */
export const Line = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^[^\t\n\r]*$/);
