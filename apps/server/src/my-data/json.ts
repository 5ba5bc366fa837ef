import type { Retention } from '../members/account/retention.ts';
import type { Part } from './parts.ts';
import { NOT_GIVEN, TABLE_PARTS } from './tables.ts';

/** Head of the files. */
export interface Cover {
  house: string;
  mode: 'play' | 'live';
  currency: string;
  exponent: number;
  memberId: string;
  userName: string;
  madeAt: Date;
  retention: readonly Retention[];
}

const FORMAT = 'tercet-my-data/1';

/**
 * The JSON file in pieces, one line per row. Amounts are decimal text in minor units. A complete file ends with
 * `complete`; a truncated one is not valid JSON.
 */
export async function* jsonOf(cover: Cover, parts: Iterable<Part>): AsyncGenerator<string> {
  const { retention, ...about } = cover;
  const head = { format: FORMAT, ...about, retention, leftOut: leftOut() };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "data": {`;
  let comma = '';
  for (const { name, batches } of parts) {
    yield `${comma}\n    ${JSON.stringify(name)}: [`;
    yield* linesOf(batches);
    yield ']';
    comma = ',';
  }
  yield '\n  },\n  "complete": true\n}\n';
}

async function* linesOf(batches: Part['batches']): AsyncGenerator<string> {
  let before = '\n      ';
  for await (const rows of batches) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n      ');
    before = ',\n      ';
  }
}

/** Data that is held but not included, by table or by `part.column`, with the reason. */
function leftOut(): Record<string, string> {
  const columns = TABLE_PARTS.flatMap((part) =>
    Object.entries(part.leftOut).map(([column, why]) => [`${part.name}.${column}`, why]),
  );
  return Object.fromEntries([...Object.entries(NOT_GIVEN), ...columns]);
}
