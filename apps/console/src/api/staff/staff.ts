import { type AnswerOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';
import type { StaffMe } from './session.ts';

export type StaffAccount = AnswerOf<'get', '/api/console/staff'>['items'][number];
/** Credentials for the first sign-in, shown once. */
export type FirstSecrets = Pick<AnswerOf<'post', '/api/console/staff'>, 'codeUri'> & {
  name: string;
  password?: string;
};
export type Role = StaffMe['role'];

export const ROLES: readonly Role[] = ['support', 'content', 'finance', 'auditor', 'owner'];

export async function listStaff(signal?: AbortSignal): Promise<StaffAccount[]> {
  return (await call('get', '/api/console/staff', { signal })).items;
}

export const staffApi: ResourceApi<StaffAccount, StaffAccount> = {
  keyOf: ({ id }) => id,
  async list({ signal, filter: { state } }) {
    const all = await listStaff(signal);
    const items = state === 'working' ? all.filter(({ disabledAtMs }) => disabledAtMs === null) : all;
    return { items, nextCursor: null, total: items.length };
  },
};

export async function addStaff(body: { name: string; role: Role; why: string }): Promise<FirstSecrets> {
  const { staff, password, codeUri } = await call('post', '/api/console/staff', { body });
  return { name: staff.name, password, codeUri };
}

export function changeRole(staffId: string, body: { role: Role; why: string }): Promise<{ role: Role }> {
  return call('post', '/api/console/staff/{staffId}/role', { params: { staffId }, body });
}

export async function disableStaff(staffId: string, why: string): Promise<void> {
  await call('post', '/api/console/staff/{staffId}/disable', { params: { staffId }, body: { why } });
}

export function resetSecondFactor(staffId: string, why: string): Promise<{ codeUri: string }> {
  return call('post', '/api/console/staff/{staffId}/second-factor', { params: { staffId }, body: { why } });
}
