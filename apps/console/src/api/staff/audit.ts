import { type AnswerOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type LoggedAct = AnswerOf<'get', '/api/console/audit'>['items'][number];
export type Program = AnswerOf<'get', '/api/console/program'>;
export type ProgramPart = Program['parts'][number];
export type CheckStep = AnswerOf<'get', '/api/console/audit/verification'>;

export const auditApi: ResourceApi<LoggedAct, LoggedAct> = {
  keyOf: ({ seq }) => seq,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/audit', { query: { limit, cursor, ...filter }, signal }),
};

/** The audit entry at a sequence number as it is now; null if there is none. */
export async function readActAt(seq: string, signal?: AbortSignal): Promise<LoggedAct | null> {
  const cursor = String(BigInt(seq) + 1n);
  const { items } = await call('get', '/api/console/audit', { query: { limit: 1, cursor }, signal });
  return items[0]?.seq === seq ? items[0] : null;
}

/** Verifies one part of the audit log, from a sequence number. */
export function checkStep(from: string, signal?: AbortSignal): Promise<CheckStep> {
  return call('get', '/api/console/audit/verification', { query: { from }, signal });
}

/** Hashes of the program that the server runs. */
export function readProgram(signal?: AbortSignal): Promise<Program> {
  return call('get', '/api/console/program', { signal });
}
