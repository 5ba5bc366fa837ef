import { plainText } from '@tercet/contract/words.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../members/sessions/sessions.ts';
import { Problem } from '../errors.ts';

/** What any of these routes may answer instead. */
const problem = { content: { 'application/problem+json': { schema: Problem } } };
export const PROBLEMS = {
  '4xx': { ...problem, description: 'Refused; the code says why' },
  '5xx': { ...problem, description: 'Not at present; trying again may help' },
};

/** The forms of this folder are short; what is longer is no form. */
export const FORM_BYTES_MAX = 4_096;

/**
 * What somebody typed into a short field: a name, a password, a code, a phone. What is wrong with it the domain says;
 * what is longer is nothing of the kind.
 */
export const Typed = z.string().max(1_000);
/** Words of a member or of the staff. The domain takes 2,000 characters at most, which may be two units each. */
export const TypedWords = z.string().max(8_000);

/** A user name as typed: phone keyboards leave a space behind it. Which names are allowed, the domain says. */
export const TypedUserName = Typed.overwrite(plainText);

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, device: request.headers['user-agent'] ?? null };
}
