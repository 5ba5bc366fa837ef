import type { BookEntry } from '../../../api/shared/types.ts';

/** Fields of an entry for display. The body itself stays as logged. */
export interface EntryFacts {
  drawId: string | null;
  dice: number[] | null;
  /** A text field; empty if missing. */
  text(name: string): string;
  /** An amount in minor units, as digits; `0` if missing or malformed. */
  minor(name: string): string;
}

/** Reads an entry for display only; checks are part of the proof. A body that is not JSON has no fields. */
export function readEntry({ body }: Pick<BookEntry, 'body'>): EntryFacts {
  const fields = fieldsOf(body);
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    drawId: text('draw_id') || null,
    dice: Array.isArray(fields.dice) ? fields.dice.map(Number) : null,
    text,
    minor: (name) => (/^\d{1,19}$/.test(text(name)) ? text(name) : '0'),
  };
}

function fieldsOf(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The body with line breaks and indentation. A body that is not JSON is unchanged. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
