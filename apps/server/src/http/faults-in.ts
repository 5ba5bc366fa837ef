import { Refusal, type RefusalCode } from '../refusal.ts';

/** Deeper than any form. */
const DEPTH_MAX = 6;
const FIELD_NAME = /^[A-Za-z]+$/;

/**
 * The first fault that `faultOf` finds in any text of a form, also deep in it; a text in a list has the list's name.
 * Bodies that are no JSON (bytes of a provider's message) are not looked into.
 */
export function faultIn(value: unknown, faultOf: (text: string, name: string) => RefusalCode | null): Refusal | null {
  return look(value, '', DEPTH_MAX);

  function look(part: unknown, name: string, depth: number): Refusal | null {
    if (typeof part === 'string') {
      const code = faultOf(part, name);
      return code === null ? null : refusalOf(code, name);
    }
    if (typeof part !== 'object' || part === null || Buffer.isBuffer(part) || depth === 0) return null;
    for (const [key, inner] of Object.entries(part)) {
      const fault = look(inner, Array.isArray(part) ? name : key, depth - 1);
      if (fault) return fault;
    }
    return null;
  }
}

/** A field is named only where that is a name: it came from outside like the rest. */
function refusalOf(code: RefusalCode, name: string): Refusal {
  return new Refusal(code, {}, FIELD_NAME.test(name) ? { [name]: code } : undefined);
}
