import { plainCode } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Encrypted, FieldCipher } from '../crypto/field-cipher.ts';
import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { AccountRow } from './account-rows.ts';

const ISSUER = 'Tercet';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A phone's clock may be one step off, either way. */
const STEPS_OFF = 1;

/** A new secret for one of the staff: sealed for his row, and as `otpauth://…`, which is told once. */
export function newTotp(cipher: FieldCipher, staffId: string, name: string): { sealed: Encrypted; uri: string } {
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), name);
  return { sealed: cipher.encrypt(totp.secret.base32, totpBinding(staffId)), uri: totp.toString() };
}

/**
 * Takes a one-time code whose step, and none after it, was taken before. Throws `wrong` for a wrong one, and where
 * there is no secret. A right one that was taken already is refused alike, but is no guess: of two that bring the same
 * code at once one gets in, and the other counts for nothing.
 */
export async function takeCode(
  tx: Tx,
  cipher: FieldCipher,
  account: Pick<AccountRow, 'id' | 'totp' | 'totp_key_id'>,
  code: string,
  wrong: Refusal,
): Promise<void> {
  const { id, totp: bytes, totp_key_id: keyId } = account;
  if (bytes === null || keyId === null) throw wrong;
  const timestamp = (await clockNow(tx.q)).getTime();
  const totp = totpOf(Secret.fromBase32(cipher.decrypt({ bytes, keyId }, totpBinding(id))), '');
  const delta = totp.validate({ token: plainCode(code), timestamp, window: STEPS_OFF });
  if (delta === null) throw wrong;
  const step = BigInt(totp.counter({ timestamp }) + delta);
  const { rows } = await sql<{ taken: boolean }>`select staff.take_step(${id}::uuid, ${step}) as taken`.execute(tx.q);
  if (rows[0]?.taken !== true) throw new Refusal(wrong.code, wrong.params, wrong.fields);
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' });
}

/** The row that a sealed secret belongs to. */
export function totpBinding(staffId: string): string {
  return `staff-totp/${staffId}`;
}
