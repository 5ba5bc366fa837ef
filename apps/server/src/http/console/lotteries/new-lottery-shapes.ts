import { isPeriodLength } from '@tercet/fair';
import { z } from 'zod';
import { OddsBody } from './odds-shapes.ts';
import { LotteryDescription, LotteryName, LotteryTexts, Position } from './show-lottery.ts';

/** Shortest beacon period of all chains: a length that fits it is checked again against the lottery's own chain. */
const BEACON_SECONDS_MIN = 3;

export const LotteryKey = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);

export const NewLotteryBody = z.strictObject({
  key: LotteryKey.describe('Part of draw ids; never changes'),
  class: LotteryKey,
  name: LotteryName,
  description: LotteryDescription,
  texts: LotteryTexts,
  icon: z.enum(['swift', 'steady', 'slow', 'grand', 'day']),
  periodSeconds: z
    .number()
    .int()
    .refine((seconds) => isPeriodLength(seconds, BEACON_SECONDS_MIN))
    .describe('At least 30, a divisor of a day and a multiple of the beacon’s period; never changes'),
  hot: z.boolean(),
  position: Position,
  odds: OddsBody,
});
