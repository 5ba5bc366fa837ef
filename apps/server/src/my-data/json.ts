import type { Retention } from '../members/account/retention.ts';
import type { Part } from './parts.ts';
import { NOT_GIVEN, TABLE_PARTS } from './tables.ts';

/** What stands at the head of the files. */
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
 * The file for programs, in pieces: a line for each row. Amounts are minor units as decimal text. One that was broken
 * off is no JSON; a whole one ends with `complete`.
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

/** What is held and not given, by table or by `part.column`, each with its reason. */
function leftOut(): Record<string, string> {
  const columns = TABLE_PARTS.flatMap((part) =>
    Object.entries(part.leftOut).map(([column, why]) => [`${part.name}.${column}`, why]),
  );
  return Object.fromEntries([...Object.entries(NOT_GIVEN), ...columns]);
}
