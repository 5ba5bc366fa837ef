import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { SLIP_KEY } from './shapes.ts';

/** The `Idempotency-Key` of a call that moves money. Retries with the same key move the money once. */
export const MoneyHeaders = z.object({ 'idempotency-key': z.string().max(200).optional() });

/** An amount as text. `readAmount` refuses anything but a whole number above zero with `bad-amount`. */
export const TypedAmount = z.string().max(20);

const WHOLE = /^[1-9]\d{0,17}$/;

/** The call's idempotency key. Throws `key-needed` if it is missing or not a UUID. */
export function keyOf(request: Pick<FastifyRequest, 'headers'>): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !SLIP_KEY.test(key)) throw new Refusal('key-needed');
  return key;
}

/** The amount in minor units. Throws `bad-amount`. */
export function readAmount(text: string): bigint {
  if (!WHOLE.test(text)) throw new Refusal('bad-amount', {}, { amountMinor: 'bad-amount' });
  return BigInt(text);
}
