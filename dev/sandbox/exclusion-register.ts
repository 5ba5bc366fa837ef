import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Answer, json, type Request } from './answer.ts';
import { No } from './no.ts';
import type { RegisterEntry, State } from './state.ts';

export const REGISTER_PATH = '/exclusion-register';

const Question = z.object({
  reference: z.uuid(),
  name: z.string().min(1).max(200),
  birthDate: z.iso.date(),
  country: z.string().regex(/^[A-Z]{2}$/),
});

/**
 * Answers a question to the simulated national exclusion register, by the protocol of
 * docs/operating/exclusion-register.md. The bearer token is the sandbox's secret. Names match regardless of case,
 * accents and spacing.
 */
export function registerAnswer(state: State, secret: string, { method, headers, body }: Request): Answer {
  if (!isBearer(headers.authorization, secret)) throw new No(401, 'not signed');
  if (method !== 'POST') throw new No(405, 'POST only');
  const question = Question.parse(JSON.parse(body));
  const excluded = state.get('registerEntry', keyOf(question))?.excluded ?? false;
  return json(200, { excluded, reference: `sandbox-${question.reference}` });
}

/** Excludes a person, or ends their exclusion. */
export function putRegisterEntry(state: State, entry: RegisterEntry): void {
  state.put('registerEntry', keyOf(entry), entry);
}

function keyOf({ name, birthDate }: Pick<RegisterEntry, 'name' | 'birthDate'>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
  return `${birthDate}/${plain}`;
}

function isBearer(given: string | undefined, secret: string): boolean {
  const [a, b] = [given ?? '', `Bearer ${secret}`].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
