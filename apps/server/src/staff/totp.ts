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
/** Accept codes of one step before or after, for inaccurate phone clocks. */
const STEPS_OFF = 1;

/**
 * Makes a secret for one-time codes: encrypted for the account's row, and as an `otpauth://` URI, which is shown once.
 */
export function newTotp(cipher: FieldCipher, staffId: string, name: string): { encrypted: Encrypted; uri: string } {
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), name);
  return { encrypted: cipher.encrypt(totp.secret.base32, totpBinding(staffId)), uri: totp.toString() };
}

/**
 * Accepts a one-time code, once per step, and no step before the last accepted one. Throws `wrong` for a wrong code or
 * without a secret. A right code that was used already is refused with the same code, but does not count as a guess.
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

/** Associated data: the row that an encrypted secret belongs to. */
export function totpBinding(staffId: string): string {
  return `staff-totp/${staffId}`;
}
