import type { BookEntry } from '../../../api/shared/types.ts';

/** What a row of the book shows of an entry; the body itself stays as it was logged. */
export interface EntryFacts {
  drawId: string | null;
  dice: number[] | null;
  /** A field of text, or an empty one. */
  text(name: string): string;
  /** A field of minor units, or 0. */
  minor(name: string): string;
}

/** Reads for show only; the checking of entries is the proof's work. A body that is no JSON shows no facts. */
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

/** The body with line breaks, for reading; its bytes are shown beside it unchanged. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
