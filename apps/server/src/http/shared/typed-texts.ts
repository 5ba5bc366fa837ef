import { dropInvisible } from '@tercet/contract/words.ts';
import type { Http } from '../http.ts';

/** Deeper than any form: what lies there is refused later. */
const DEPTH_MAX = 8;

/**
 * Drops invisible characters from every text of a JSON body and of a query, before schemas look at them: what is copied
 * from a contact, a page or a letter brings direction marks and zero width spaces along. Passwords stay as they are
 * typed, and bodies that are no JSON as they came.
 */
export function installTypedTexts(http: Http): void {
  http.addHook('preValidation', (request, _, next) => {
    clean(request.body, '', DEPTH_MAX);
    clean(request.query, '', DEPTH_MAX);
    next();
  });
}

/** Changes lists and objects in place; a text in a list has the list's name. Returns what stands for the part. */
function clean(part: unknown, name: string, depth: number): unknown {
  if (typeof part === 'string') return name.endsWith('assword') ? part : dropInvisible(part);
  if (depth === 0 || !isPlain(part)) return part;
  for (const key of Object.keys(part)) {
    const cleaned = clean(part[key], Array.isArray(part) ? name : key, depth - 1);
    if (cleaned !== part[key]) part[key] = cleaned;
  }
  return part;
}

function isPlain(part: unknown): part is Record<string, unknown> {
  if (typeof part !== 'object' || part === null) return false;
  const prototype: unknown = Object.getPrototypeOf(part);
  return prototype === Object.prototype || prototype === null || Array.isArray(part) || isQuery(part);
}

/** Queries have a prototype of their own, without anything in it. */
function isQuery(part: object): boolean {
  return Object.getPrototypeOf(Object.getPrototypeOf(part)) === null && !Buffer.isBuffer(part);
}
