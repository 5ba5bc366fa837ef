import { ofMember } from '../../db/member-rows.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import { isClosing } from '../account/closures.ts';
import { suspensionOf } from '../account/suspensions.ts';
import { nameKey } from '../account/user-names.ts';
import type { MembersDeps } from '../deps.ts';
import { exclusionOf } from '../limits/exclusion-in-force.ts';
import { unsubscribe } from '../messages/push.ts';
import { lookAtSecret, type OpenAttempt, WrongSecret } from './attempts.ts';
import { endReplaced } from './member-sessions.ts';
import { type Caller, endSessions, type StartedSession, startSession } from './sessions.ts';

interface SignInMore {
  /** Receives the member's id, even when the password is wrong. */
  onMeant?(memberId: string): void;
  /** The browser's previous session. It ends on success and stays on failure. */
  replaced?: Identity | null;
}

interface Credentials {
  bucket: number;
  memberId: string;
  passwordHash: string;
}

/**
 * Signs a member in. A suspended, excluded or leaving member gets a restricted session, and their other sessions end.
 * A wrong name and a wrong password cost the same work and give the same answer. Throws `fill-in`, `throttled`,
 * `busy`, `wrong-credentials`.
 */
export async function signIn(
  deps: MembersDeps,
  form: { userName: string; password: string },
  caller: Caller,
  more: SignInMore = {},
): Promise<StartedSession> {
  refuseEmpty(form);
  const key = nameKey(form.userName);
  const from = { nameKey: key, address: caller.address };
  return lookAtSecret(deps.db, deps.limits, 'password', from, async (tried) => {
    const known = await evaluate(deps, key, form.password, more.onMeant);
    if (!known) throw new WrongSecret('wrong-credentials');
    return transaction(deps.db, async (tx) => {
      const session = await admitKnown(deps, tx, known, tried, caller);
      await endReplaced(tx, deps.sessions, more.replaced);
      return session;
    });
  });
}

/** Ends the session, and the browser's push subscription `pushEndpoint`. */
export async function signOut(deps: MembersDeps, identity: Identity, pushEndpoint?: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    if (pushEndpoint !== undefined) await unsubscribe(tx, identity, pushEndpoint);
    await endSessions(tx, deps.sessions, identity.memberId, identity.tokenHash);
  });
}

function refuseEmpty(form: { userName: string; password: string }): void {
  const fields: Record<string, RefusalCode> = {};
  if (form.userName === '') fields.userName = 'fill-in';
  if (form.password === '') fields.password = 'fill-in';
  if (Object.keys(fields).length > 0) throw new Refusal('fill-in', {}, fields);
}

/** Null for a wrong name or a wrong password. */
async function evaluate(
  deps: MembersDeps,
  key: string,
  password: string,
  onMeant: SignInMore['onMeant'],
): Promise<Credentials | null> {
  const known = await findCredentials(deps, key);
  if (known) onMeant?.(known.memberId);
  const isRight = await deps.passwords.matches(password, known?.passwordHash ?? null);
  return known && isRight ? known : null;
}

async function findCredentials(deps: MembersDeps, key: string): Promise<Credentials | null> {
  const row = await deps.db
    .selectFrom('members.user_name_claim as c')
    .innerJoin('members.member as m', (on) =>
      on.onRef('m.bucket', '=', 'c.bucket').onRef('m.member_id', '=', 'c.member_id'),
    )
    .select(['m.bucket', 'm.member_id as memberId', 'm.password_hash as passwordHash'])
    .where('c.name_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

async function admitKnown(
  deps: MembersDeps,
  tx: Tx,
  known: Credentials,
  tried: OpenAttempt,
  caller: Caller,
): Promise<StartedSession> {
  // The lock orders this against suspensions and password changes; the password may have changed since it was read.
  const member = await tx.q
    .selectFrom('members.member')
    .select(['user_name', 'password_hash'])
    .where(ofMember(known))
    .forUpdate()
    .executeTakeFirst();
  if (member?.password_hash !== known.passwordHash) throw new WrongSecret('wrong-credentials');
  const restricted =
    (await suspensionOf(tx.q, known.memberId)) !== null ||
    (await exclusionOf(tx.q, known)) !== null ||
    (await isClosing(tx.q, known));
  if (restricted) await endSessions(tx, deps.sessions, known.memberId);
  const named = { memberId: known.memberId, userName: member.user_name, restricted };
  const session = await startSession(tx, named, caller);
  await tried.forgive(tx);
  return session;
}
