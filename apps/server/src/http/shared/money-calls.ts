import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { SLIP_KEY } from './shapes.ts';

/** A call that moves money names itself, so that it is done once however often it is sent. */
export const MoneyHeaders = z.object({ 'idempotency-key': z.string().max(200).optional() });

/** An amount as text: what is no whole number above zero is refused by its name, not as a broken form. */
export const TypedAmount = z.string().max(20);

const WHOLE = /^[1-9]\d{0,17}$/;

/** Throws `key-needed`. */
export function keyOf(request: Pick<FastifyRequest, 'headers'>): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !SLIP_KEY.test(key)) throw new Refusal('key-needed');
  return key;
}

/** Throws `bad-amount`. */
export function readAmount(text: string): bigint {
  if (!WHOLE.test(text)) throw new Refusal('bad-amount', {}, { amountMinor: 'bad-amount' });
  return BigInt(text);
}
