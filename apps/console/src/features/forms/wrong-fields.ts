import { asProblem } from '../../api/shared/problem.ts';

/** Names of the fields that the server refused. */
export function wrongFields(error: unknown): string[] {
  return error === null || error === undefined ? [] : Object.keys(asProblem(error).fields);
}
