import type { BookEntry } from '../../api/types.ts';

/** What a row of the book shows of an entry; the body itself stays as it was logged. */
export interface EntryFacts {
  drawId: string | null;
  dice: number[] | null;
  /** Number of sealed slips. */
  count: string | null;
  /** Lottery key of a table. */
  key: string | null;
  firstPeriod: string | null;
  /** What a switch turned, and which way. */
  what: string | null;
  state: string | null;
  reason: string | null;
}

const NOTHING: EntryFacts = {
  drawId: null,
  dice: null,
  count: null,
  key: null,
  firstPeriod: null,
  what: null,
  state: null,
  reason: null,
};

/** Reads for show only; the checking of entries is the proof's work. A body that is no JSON shows no facts. */
export function readEntry({ body }: Pick<BookEntry, 'body'>): EntryFacts {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(body) as Record<string, unknown>;
  } catch {
    return NOTHING;
  }
  if (typeof fields !== 'object' || fields === null) return NOTHING;
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  return {
    drawId: text('draw_id'),
    dice: Array.isArray(fields.dice) ? fields.dice.map(Number) : null,
    count: text('count'),
    key: text('key'),
    firstPeriod: text('first_period'),
    what: text('what'),
    state: text('state'),
    reason: text('reason'),
  };
}

/** The body with line breaks, for reading; its bytes are shown beside it unchanged. */
export function prettyBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
