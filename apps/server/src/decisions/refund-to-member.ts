import type { Tx } from '../db/transaction.ts';
import { readHouseLocale } from '../house/house.ts';
import { bestWords, languagesWanted } from '../languages.ts';
import type { Account } from '../ledger/lock.ts';
import { readLocale } from '../members/account/locale.ts';
import { notifyMember } from '../members/messages/messages.ts';
import { readMemberPurchase } from '../video/all-purchases.ts';
import { refundPurchase } from '../video/purchases.ts';

/**
 * Refunds a purchase and notifies the member. A null `staffId` means the house itself. Throws `not-found`, `too-late`.
 */
export async function refundToMember(tx: Tx, account: Account, id: string, staffId: string | null): Promise<void> {
  await refundPurchase(tx, account, id, staffId);
  const { titleId, price, texts } = await readMemberPurchase(tx.q, account, id);
  const languages = languagesWanted(await readLocale(tx.q, account), undefined);
  const name = bestWords(texts, languages, await readHouseLocale(tx.q))?.name ?? '';
  const params = { purchaseId: id, titleId, name, amountMinor: String(price) };
  await notifyMember(tx, account, { kind: 'purchase-refunded', params });
}
