import { dropInvisible } from '@tercet/contract/words.ts';
import type { Http } from '../http.ts';

/** Deeper than any form. Schema validation rejects what lies deeper. */
const DEPTH_MAX = 8;

/**
 * Drops invisible characters from every text of a JSON body and of a query, before schema validation. Text copied from
 * a contact, a page or a letter brings direction marks and zero-width spaces along. Passwords and bodies that are not
 * JSON stay unchanged.
 */
export function installTextNormalization(http: Http): void {
  http.addHook('preValidation', (request, _, next) => {
    clean(request.body, '', DEPTH_MAX);
    clean(request.query, '', DEPTH_MAX);
    next();
  });
}

/** Cleans lists and objects in place and returns the cleaned value. A text in a list counts under the list's name. */
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

/** A query object's prototype is an empty object without a prototype. */
function isQuery(part: object): boolean {
  return Object.getPrototypeOf(Object.getPrototypeOf(part)) === null && !Buffer.isBuffer(part);
}
