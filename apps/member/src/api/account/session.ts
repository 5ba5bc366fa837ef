import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from '../shared/client.ts';
import { forgetMember } from '../shared/forget-member.ts';
import { resumePage } from '../shared/page-member.ts';
import { keys } from '../shared/query-keys.ts';
import type { LoginPasswordForm, Me, MemberSessions, Registered, Registration } from '../shared/types.ts';

/**
 * A sign-in in another tab ends this page's session a moment before the new cookie arrives. A second request finds the
 * new member, and the page stops instead of becoming theirs.
 */
const REPLACED_WITHIN_MS = 500;

/** The signed-in member; null for a visitor. */
export function meQuery() {
  return queryOptions({
    queryKey: keys.me,
    queryFn: async ({ signal, client }): Promise<Me | null> => {
      const before = client.getQueryData(keys.me);
      let me = await askSession(signal);
      if (me === null && before != null) {
        await new Promise((resolve) => setTimeout(resolve, REPLACED_WITHIN_MS));
        signal.throwIfAborted();
        me = await askSession(signal);
      }
      // Another tab has signed a member in.
      if (me !== null && before === null) forgetMember(client);
      // The session ended without a sign-out by the member.
      if (me === null && client.getQueryData(keys.me)) client.setQueryData(keys.sessionEnded, true);
      resumePage();
      return me;
    },
    meta: { live: true },
  });
}

async function askSession(signal: AbortSignal): Promise<Me | null> {
  return (await get<{ member: Me | null }>('/api/session', { signal })).member;
}

export function signIn(body: { userName: string; password: string }): Promise<{ member: Me }> {
  return post('/api/session', { body });
}

/** Signs out. `pushEndpoint`: this browser's push endpoint, to which the club stops sending; null if none. */
export function signOut(pushEndpoint: string | null): Promise<void> {
  return remove('/api/session', pushEndpoint === null ? {} : { body: { pushEndpoint } });
}

export function register(body: Registration): Promise<Registered> {
  return post('/api/members', { body });
}

export function recover(body: { userName: string; recoveryCode: string; newPassword: string }): Promise<void> {
  return post('/api/recover', { body });
}

/** Agrees to a new version of the agreement. */
export function agree(version: number, accepted: ('terms' | 'rules' | 'privacy')[]): Promise<void> {
  return post('/api/me/agreement', { body: { version, accepted } });
}

/** The member's sessions, this one first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => get<MemberSessions>('/api/me/sessions', { signal }),
    // Another session may have started, so refetch each time.
    staleTime: 0,
    meta: { live: true },
  });
}

/** Ends another session of the member. */
export function endSession(id: string): Promise<void> {
  return post('/api/me/sessions/end', { body: { id } });
}

/** Ends all other sessions of the member. */
export function endOtherSessions(): Promise<void> {
  return post('/api/me/sessions/end-others');
}

/** Changes the login password, which ends all other sessions. */
export function setLoginPassword(form: LoginPasswordForm): Promise<void> {
  return post('/api/me/login-password', { body: form });
}
