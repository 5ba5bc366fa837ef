import { z } from 'zod';
import { LANGUAGES } from '../../../languages.ts';
import type { ClassPlan } from '../../../lottery/classes.ts';
import { LotteryKey } from './new-lottery-shapes.ts';
import { LotteryName, Position } from './show-lottery.ts';

export const LotteryClassBody = z.strictObject({
  name: LotteryName.describe('In the default language of the house'),
  texts: z
    .partialRecord(z.enum(LANGUAGES), z.strictObject({ name: LotteryName }))
    .describe('Translations, by language'),
  position: Position,
  hidden: z.boolean().describe('True if no list of members shows the class or its lotteries'),
});

export const LotteryClassAnswer = LotteryClassBody.extend({
  key: LotteryKey,
  lotteries: z.number().int().describe('Number of its lotteries, including hidden and retired ones'),
});
z.globalRegistry.add(LotteryClassAnswer, { id: 'ConsoleLotteryClass' });

/** The body as the domain reads it. */
export function planOf(body: z.infer<typeof LotteryClassBody>): ClassPlan {
  return { ...body, texts: body.texts as ClassPlan['texts'] };
}
