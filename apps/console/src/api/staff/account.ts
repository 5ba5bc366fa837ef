import { call } from '../shared/client.ts';
import type { Passkey, StaffSession } from './session.ts';

export async function listPasskeys(signal?: AbortSignal): Promise<Passkey[]> {
  return (await call('get', '/api/console/me/passkeys', { signal })).items;
}

export async function removePasskey(id: string): Promise<void> {
  await call('delete', '/api/console/me/passkeys/{id}', { params: { id } });
}

export interface PasswordForm {
  oldPassword: string;
  newPassword: string;
  repeat: string;
}

/** Changes the password of the signed-in account and ends its other sessions. */
export async function changeOwnPassword(body: PasswordForm): Promise<void> {
  await call('post', '/api/console/me/password', { body });
}

export async function listSessions(signal?: AbortSignal): Promise<StaffSession[]> {
  return (await call('get', '/api/console/me/sessions', { signal })).items;
}

export async function endSession(id: string): Promise<void> {
  await call('delete', '/api/console/me/sessions/{id}', { params: { id } });
}
