import { z } from 'zod';

/** The end of 2099. A later schedule is a mistake. */
const MILLIS_MAX = 4_102_444_800_000;

/** A time in Unix milliseconds, as staff may enter it. */
export const Moment = z.number().int().min(0).max(MILLIS_MAX);

/** A single line of text. The rules for all texts reject odd characters (`moderation/malformed-text.ts`). */
export const Line = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^[^\t\n\r]*$/);
