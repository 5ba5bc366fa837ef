import { z } from 'zod';
import { LANGUAGES } from '../../../languages.ts';
import { type MemberPurchase, PURCHASE_STATES } from '../../../video/all-purchases.ts';
import { Minor } from '../../shared/shapes.ts';

const Millis = z.number().int();

export const PurchaseAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  titleId: z.uuid(),
  names: z.partialRecord(z.enum(LANGUAGES), z.string()).describe('Names of the title, by language'),
  priceMinor: Minor,
  state: z.enum(PURCHASE_STATES).describe('`open`: the purchased access has not ended'),
  atMs: Millis,
  untilMs: Millis,
  refundedAtMs: Millis.nullable(),
});
z.globalRegistry.add(PurchaseAnswer, { id: 'ConsolePurchase' });

/** A purchase in a list of all members'. */
export const ListedPurchaseAnswer = PurchaseAnswer.extend({ userName: z.string() });
z.globalRegistry.add(ListedPurchaseAnswer, { id: 'ListedConsolePurchase' });

export function answerMemberPurchase({ price, texts, ...same }: MemberPurchase): z.infer<typeof PurchaseAnswer> {
  const names = Object.fromEntries(Object.entries(texts).map(([locale, { name }]) => [locale, name]));
  return { ...same, priceMinor: String(price), names };
}
