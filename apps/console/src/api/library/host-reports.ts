import { type AnswerOf, type AskOf, call, namedAddressOf } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type HostReport = AnswerOf<'get', '/api/console/host-reports'>['items'][number];
export type FullHostReport = AnswerOf<'get', '/api/console/members/{memberId}/host-reports/{id}'>;
export type Decision = AskOf<'post', '/api/console/members/{memberId}/host-reports/{id}/decide'>['body'];

export const REPORT_STATES = ['waiting', 'decided'] as const;
export const REPORT_OUTCOMES = ['upheld', 'dismissed', 'abusive'] as const;

export const hostReportsApi: ResourceApi<HostReport, FullHostReport> = {
  keyOf: memberKey,
  async list({ limit, cursor, filter, signal }) {
    const found = await call('get', '/api/console/host-reports', { query: { limit, cursor, ...filter }, signal });
    // Reports that hide a profile come first, because a host waits for the answer.
    return { ...found, items: [...found.items].sort((a, b) => Number(b.hid) - Number(a.hid)) };
  },
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/host-reports/{id}', { params: readMemberKey(key), signal }),
};

export function decideReport(key: string, body: Decision): Promise<FullHostReport> {
  return call('post', '/api/console/members/{memberId}/host-reports/{id}/decide', {
    params: readMemberKey(key),
    body,
  });
}

export function evidenceAddress(key: string, n: number): string {
  return namedAddressOf('/api/console/members/{memberId}/host-reports/{id}/pictures/{n}', { ...readMemberKey(key), n });
}
