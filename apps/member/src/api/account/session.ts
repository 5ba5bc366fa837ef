import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from '../shared/client.ts';
import { forgetMember } from '../shared/forget-member.ts';
import { resumePage } from '../shared/page-member.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import type { LoginPasswordForm, Me, OwnSessions, Registered, Registration } from '../shared/types.ts';

/** The member who is signed in; null for a visitor. */
export function meQuery() {
  return queryOptions({
    queryKey: keys.me,
    queryFn: async ({ signal, client }): Promise<Me | null> => {
      try {
        const before = client.getQueryData(keys.me);
        const me = await get<Me>('/api/me', { signal });
        // Another tab signed a member in.
        if (before === null) forgetMember(client);
        resumePage();
        return me;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 401) throw error;
        resumePage();
        // The session ended without a sign-out by the member.
        if (client.getQueryData(keys.me)) client.setQueryData(keys.sessionEnded, true);
        return null;
      }
    },
    meta: { live: true },
  });
}

export function signIn(body: { userName: string; password: string }): Promise<{ member: Me }> {
  return post('/api/session', { body });
}

/** `pushEndpoint`: this browser's push address, to which the club sends nothing more; null if it has none. */
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
export function agree(version: number): Promise<void> {
  return post('/api/me/agreement', { body: { version } });
}

/** Where the member is signed in; this session comes first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => get<OwnSessions>('/api/me/sessions', { signal }),
    // Another session may have started, so refetch each time.
    staleTime: 0,
    meta: { live: true },
  });
}

/** Signs another device of the member out. */
export function endSession(id: string): Promise<void> {
  return post('/api/me/sessions/end', { body: { id } });
}

/** Signs all other devices of the member out. */
export function endOtherSessions(): Promise<void> {
  return post('/api/me/sessions/end-others');
}

/** Changes the login password; every other session ends. */
export function setLoginPassword(form: LoginPasswordForm): Promise<void> {
  return post('/api/me/login-password', { body: form });
}
