import { Refusal, type RefusalCode } from '../refusal.ts';

/** Deeper than any form. */
const DEPTH_MAX = 8;
const FIELD_NAME = /^[A-Za-z]{1,40}$/;

/** A text of a form with its field's name; a text in a list has the list's name. */
interface Text {
  text: string;
  name: string;
}

/** Returns the code of a text's refusal, or null. `name` is its field. A slow rule is a generator of steps. */
export type TextRule = (text: string, name: string) => RefusalCode | null | Generator<void, RefusalCode | null>;

/**
 * The first fault that `rule` finds in the texts of a body, at any depth, one text per step or more. Bodies that are
 * not JSON (such as a provider's bytes) are skipped. A body deeper than any form is a fault itself.
 */
export function* firstTextFault(value: unknown, rule: TextRule): Generator<void, Refusal | null> {
  const texts = textsIn(value);
  if (texts === null) return new Refusal('invalid-body');
  for (const { text, name } of texts) {
    const found = rule(text, name);
    const code = found === null || typeof found === 'string' ? found : yield* found;
    if (code !== null) return refusalOf(code, name);
    yield;
  }
  return null;
}

/** All texts in order; null if the body is too deep. */
function textsIn(value: unknown): Text[] | null {
  const found: Text[] = [];
  return gather(value, '', DEPTH_MAX) ? found : null;

  function gather(part: unknown, name: string, depth: number): boolean {
    if (typeof part === 'string') found.push({ text: part, name });
    if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return true;
    if (depth === 0) return false;
    if (Array.isArray(part)) return part.every((inner) => gather(inner, name, depth - 1));
    return Object.entries(part).every(([key, inner]) => gather(inner, key, depth - 1));
  }
}

/** The field is named only if its key looks like a name, since the key is input too. */
function refusalOf(code: RefusalCode, name: string): Refusal {
  return new Refusal(code, {}, FIELD_NAME.test(name) ? { [name]: code } : undefined);
}
