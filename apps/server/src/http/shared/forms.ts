import { plainText } from '@tercet/contract/words.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../members/sessions/sessions.ts';
import { Problem } from '../errors.ts';

/** Error answers that any of these routes may give. */
const problem = { content: { 'application/problem+json': { schema: Problem } } };
export const PROBLEMS = {
  '4xx': { ...problem, description: 'Refused; the code gives the reason' },
  '5xx': { ...problem, description: 'Temporarily unavailable; a retry may help' },
};

/** Body limit of a form; the forms in this folder are short. */
export const FORM_BYTES_MAX = 4_096;

/** Text typed into a short field: a name, a password, a code, a phone number. The domain validates the content. */
export const Typed = z.string().max(1_000);
/**
 * Text by a member or by staff. The domain accepts at most 2,000 characters of up to two UTF-16 units, so longer texts
 * fail there.
 */
export const TypedWords = z.string().max(8_000);

/**
 * A user name as typed. Phone keyboards append a space, so it is trimmed. The domain decides which names are allowed.
 */
export const TypedUserName = Typed.overwrite(plainText);

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, device: request.headers['user-agent'] ?? null };
}
