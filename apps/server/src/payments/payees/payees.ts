import { sql } from 'kysely';
import { z } from 'zod';
import type { Encrypted, FieldCipher } from '../../crypto/field-cipher.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PayoutAsk } from '../provider/provider.ts';

/** A payout destination as stored. Data that could be used elsewhere is encrypted. */
export interface PayeeRow extends Account {
  id: string;
  kind: 'card' | 'iban';
  bankCode: string;
  bankName: string;
  holder: string;
  /** Such as `•••• 4242`. */
  masked: string;
  phoneMasked: string;
  /** Brand of a card, from its provider. Null for an IBAN. */
  brand: string | null;
  /** Provider that made the card's token. For an IBAN, the provider at the time of binding. */
  provider: string;
  encrypted: Encrypted;
  boundAt: Date;
  /** In the future for a payee that will replace another. */
  activeAt: Date;
  /** In the future for a payee that is being replaced. */
  endedAt: Date | null;
}

/** The encrypted part of a payee. */
export type PayeeSecret = { phone: string } & ({ token: string } | { iban: string });

const Secret = z.union([
  z.strictObject({ phone: z.string(), token: z.string() }),
  z.strictObject({ phone: z.string(), iban: z.string() }),
]);

/** The payee that receives payouts now; null when there is none. */
export async function activePayee(q: Db | Tx['q'], account: Account): Promise<PayeeRow | null> {
  const [row] = await payeesWhere(
    q,
    account,
    sql<boolean>`p.active_at <= clock.now() and coalesce(p.ended_at > clock.now(), true)`,
  );
  return row ?? null;
}

/** The pending replacement of the active payee; null when there is none. */
export async function nextPayee(q: Db | Tx['q'], account: Account): Promise<PayeeRow | null> {
  const [row] = await payeesWhere(q, account, sql<boolean>`p.active_at > clock.now() and p.ended_at is null`);
  return row ?? null;
}

/** Finds one payee of a member, including ended ones: a payout keeps the payee it was sent to. */
export async function findPayee(q: Db | Tx['q'], account: Account, id: string): Promise<PayeeRow | null> {
  const [row] = await payeesWhere(q, account, sql<boolean>`p.id = ${id}::uuid`);
  return row ?? null;
}

/** Decrypts a payee for the provider. Throws when the bytes belong to another row or the key is missing. */
export function decryptPayee({ cipher }: { cipher: FieldCipher }, row: PayeeRow): PayoutAsk['to'] {
  const secret = Secret.parse(JSON.parse(cipher.decrypt(row.encrypted, payeeBinding(row))));
  return 'token' in secret ? { kind: 'card', token: secret.token } : { kind: 'iban', iban: secret.iban };
}

export function encryptPayee(cipher: FieldCipher, payee: Account & { id: string }, secret: PayeeSecret): Encrypted {
  return cipher.encrypt(JSON.stringify(secret), payeeBinding(payee));
}

/** Associated data: the ciphertext does not decrypt in another row. */
export function payeeBinding({ memberId, id }: { memberId: string; id: string }): string {
  return `payee/${memberId}/${id}`;
}

async function payeesWhere(
  q: Db | Tx['q'],
  { bucket, memberId }: Account,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<PayeeRow[]> {
  const rows = await q
    .selectFrom('payments.payee as p')
    .leftJoin('payments.bank as b', 'b.code', 'p.bank_code')
    .select([
      'p.bucket',
      'p.member_id as memberId',
      'p.id',
      sql<'card' | 'iban'>`p.kind`.as('kind'),
      'p.bank_code as bankCode',
      'b.name as bankName',
      'p.holder',
      'p.masked',
      'p.phone_masked as phoneMasked',
      'p.brand',
      'p.provider',
      'p.encrypted as bytes',
      'p.key_id as keyId',
      'p.bound_at as boundAt',
      'p.active_at as activeAt',
      'p.ended_at as endedAt',
    ])
    .where(ofMember({ bucket, memberId }, 'p'))
    .where(condition)
    .orderBy('p.active_at', 'desc')
    .limit(1)
    .execute();
  return rows.map(({ bankName, bytes, keyId, ...row }) => ({
    ...row,
    bankName: bankName ?? row.bankCode,
    encrypted: { bytes, keyId },
  }));
}
