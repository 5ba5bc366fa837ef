import { Secret, TOTP } from 'otpauth';
import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Sealer } from '../sealed.ts';
import { staffName } from './accounts.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { endSessionsOf } from './sessions.ts';

const ISSUER = 'Tercet';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A phone's clock may be one step off, either way. */
const STEPS_OFF = 1;

/** A secret that was given out. */
export interface GivenTotp {
  /** Of the account. */
  id: string;
  /** `otpauth://…`, told once. */
  uri: string;
  /** Names of the passkeys that open nothing any more. */
  removed: string[];
}

/**
 * A new secret for one of the staff. Whatever proved his presence before does so no more: the old secret, his passkeys
 * and his sessions. Throws `not-found`.
 */
export async function giveTotp(tx: Tx, sealer: Sealer, name: string): Promise<GivenTotp> {
  const account = await tx.q
    .selectFrom('staff.account')
    .select('id')
    .where('name', '=', staffName(name))
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('not-found');
  const totp = totpOf(new Secret({ size: SECRET_BYTES }), staffName(name));
  const sealed = sealer.seal(totp.secret.base32, totpBinding(account.id));
  await tx.q
    .updateTable('staff.account')
    .set({ totp: sealed.bytes, totp_key_id: sealed.keyId, totp_step: 0n })
    .where('id', '=', account.id)
    .execute();
  const removed = await removeAllPasskeys(tx, account.id);
  await endSessionsOf(tx, account.id);
  return { id: account.id, uri: totp.toString(), removed };
}

/**
 * Takes a one-time code whose step, and none after it, was taken before. Throws `wrong` for a wrong one. A right one
 * that was taken already is refused alike, but is no guess: of two that bring the same code at once one gets in, and
 * the other counts for nothing.
 */
export async function takeCode(
  tx: Tx,
  sealer: Sealer,
  account: { id: string; totp: Buffer; totpKeyId: string },
  code: string,
  wrong: Refusal,
): Promise<void> {
  const secret = sealer.open({ bytes: account.totp, keyId: account.totpKeyId }, totpBinding(account.id));
  const timestamp = (await clockNow(tx.q)).getTime();
  const totp = totpOf(Secret.fromBase32(secret), '');
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: STEPS_OFF });
  if (delta === null) throw wrong;
  const step = BigInt(totp.counter({ timestamp }) + delta);
  const { numUpdatedRows } = await tx.q
    .updateTable('staff.account')
    .set({ totp_step: step })
    .where('id', '=', account.id)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal(wrong.code, wrong.params, wrong.fields);
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' });
}

/** The row that a sealed secret belongs to. */
export function totpBinding(staffId: string): string {
  return `staff-totp/${staffId}`;
}
