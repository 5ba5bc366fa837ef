import { post } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';

/** Problem code: the session is idle, and the call pays money out or changes payout details. */
const NEEDED = 'login-password-needed';

/** Asks for the login password. Resolves to whether the session is unlocked. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;

/** Registers the prompt for the login password. Null while no screen can show it. */
export function askBy(next: Asker | null): void {
  asker = next;
}

/** Sends a call. If the session is locked, asks for the login password and then sends the same call again. */
export async function unlocked<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== NEEDED || asker === null || !(await asker())) throw error;
    return await send();
  }
}

/** Unlocks the session by the login password. */
export function confirmSession(loginPassword: string): Promise<void> {
  return post('/api/me/sessions/confirm', { body: { loginPassword } });
}
