import type { FieldCipher } from '../../src/crypto/field-cipher.ts';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { type FinanceDeps, hashFinancePassword } from '../../src/members/finance-password/finance-password.ts';
import { setRealName } from '../../src/members/persons/real-name.ts';
import { encryptPayee } from '../../src/payments/payees/payees.ts';

export const REAL_NAME = 'Ana Petrova';
export const FINANCE_PASSWORD = '7391';
export const IBAN = 'DE89370400440532013000';

/** Gives a member a real name. */
export async function nameMember(db: Db, account: Account, name: string = REAL_NAME): Promise<void> {
  await transaction(db, (tx) => setRealName(tx, account, name));
}

/** Sets a member's finance password, without the rules for new passwords. */
export async function giveFinancePassword(
  deps: FinanceDeps,
  { bucket, memberId }: Account,
  pin: string = FINANCE_PASSWORD,
): Promise<void> {
  const hashed = await hashFinancePassword(deps, memberId, pin);
  await deps.db
    .insertInto('members.finance_password')
    .values({ bucket, member_id: memberId, ...hashed, set_at: new Date() })
    .execute();
}

/** Binds a payout account that has been active for long. Returns its id. */
export async function givePayee(
  db: Db,
  cipher: FieldCipher,
  { bucket, memberId }: Account,
  target: { token: string } | { iban: string } = { iban: IBAN },
): Promise<string> {
  const id = newId();
  const encrypted = encryptPayee(cipher, { bucket, memberId, id }, { ...target, phone: '+97688123456' });
  const isCard = 'token' in target;
  await db
    .insertInto('payments.payee')
    .values({
      bucket,
      member_id: memberId,
      id,
      kind: isCard ? 'card' : 'iban',
      bank_code: 'elbe',
      holder: REAL_NAME,
      masked: isCard ? '•••• 4242' : 'DE•• •••• 3000',
      phone_masked: '+976 •••• 56',
      brand: isCard ? 'visa' : null,
      provider: 'sandbox',
      encrypted: encrypted.bytes,
      key_id: encrypted.keyId,
      bound_at: new Date(0),
      active_at: new Date(0),
    })
    .execute();
  return id;
}
