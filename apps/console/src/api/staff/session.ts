import { type AnswerOf, call, type PathOf } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';

/** The signed-in staff account and its rights. */
export type StaffMe = AnswerOf<'get', '/api/console/me'>;
export type Passkey = AnswerOf<'post', '/api/console/me/passkeys'>;
export type StaffSession = AnswerOf<'get', '/api/console/me/sessions'>['items'][number];

/** An act as the server lists it in `acts`: a call that some roles may make. */
export type Act =
  | `GET ${PathOf<'get'>}`
  | `POST ${PathOf<'post'>}`
  | `PUT ${PathOf<'put'>}`
  | `PATCH ${PathOf<'patch'>}`
  | `DELETE ${PathOf<'delete'>}`;

export function mayDo(me: Pick<StaffMe, 'acts'>, act: Act): boolean {
  return me.acts.includes(act);
}

export function readMe(): Promise<StaffMe> {
  return call('get', '/api/console/me', {});
}

export async function signIn(form: { name: string; password: string; code?: string }): Promise<void> {
  await call('post', '/api/console/session', { body: form });
}

export async function signOut(): Promise<void> {
  await call('delete', '/api/console/session', {});
}

/** Whether this page can use passkeys. Browsers require a host name, over TLS or on this machine. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);
}

export async function signInWithPasskey(): Promise<void> {
  const { attempt, options } = await call('post', '/api/console/session/challenge', {});
  const passkey = await withSession(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never }),
  );
  await call('post', '/api/console/session/passkey', { body: { attempt, passkey: { ...passkey } } });
}

export async function proveWithPasskey(): Promise<void> {
  const { attempt, options } = await call('post', '/api/console/step-up/challenge', {});
  const passkey = await withSession(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never }),
  );
  await call('post', '/api/console/step-up', { body: { passkey: { attempt, passkey: { ...passkey } } } });
}

export async function proveWith(proof: { code: string } | { password: string }): Promise<void> {
  await call('post', '/api/console/step-up', { body: proof });
}

export async function addPasskey(name: string): Promise<Passkey> {
  const { attempt, options } = await call('post', '/api/console/me/passkeys/challenge', { body: undefined });
  const passkey = await withSession(({ startRegistration }) => startRegistration({ optionsJSON: options as never }));
  return call('post', '/api/console/me/passkeys', { body: { attempt, name, passkey: { ...passkey } } });
}

type WebAuthn = typeof import('@simplewebauthn/browser');

/** Browsers report a cancelled, expired or duplicate passkey request in many ways. */
async function withSession<T>(ask: (browser: WebAuthn) => Promise<T>): Promise<T> {
  const browser = await import('@simplewebauthn/browser').catch(() => {
    throw new Problem('offline', 0);
  });
  try {
    return await ask(browser);
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError';
    throw new Problem(isThere ? 'passkey-there' : 'passkey-none', 0);
  }
}
