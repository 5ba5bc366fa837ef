import { clockNow } from '../db/clock.ts';
import { bucketOf, newId } from '../db/ids.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { post } from '../ledger/post.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { birthDateFault } from './birth-dates.ts';
import { noteConsent } from './consents.ts';
import type { MembersDeps } from './deps.ts';
import { claimInvite, isInviteOpen, readInviteCode } from './invites.ts';
import { endReplaced } from './own-sessions.ts';
import { passwordFault } from './password-rules.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { type Caller, type StartedSession, startSession } from './sessions.ts';
import { countTry, forgive, lookAt } from './tries.ts';
import { nameKey, userNameFault } from './user-names.ts';

export interface Registration {
  userName: string;
  password: string;
  inviteCode: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  agreementVersion: number;
}

export interface Registered {
  session: StartedSession;
  /** Ten, in clear: the only time that they can be shown. */
  recoveryCodes: string[];
}

type Fields = Record<string, RefusalCode>;

/**
 * Makes a member and signs him in. Whatever is wrong with the form is told field by field: first what the form shows by
 * itself, then what only the club knows (name taken, invite used). Looking at an invite is counted like any guess.
 * `replaced` is the session that the browser had until now; it ends.
 */
export async function register(
  deps: MembersDeps,
  form: Registration,
  caller: Caller,
  replaced: Identity | null = null,
): Promise<Registered> {
  const today = await clockNow(deps.db);
  refuseFields(faultsOfForm(form, today, deps.house), deps.house.ageMin);
  const tried = await countTry(deps.db, deps.limits, 'invite', { nameKey: null, address: caller.address });
  await refuseKnownFaults(deps, form);
  const passwordHash = await lookAt(deps.db, tried, () => deps.passwords.hash(form.password));

  return transaction(deps.db, async (tx) => {
    const admitted = { ...form, memberId: newId(), passwordHash };
    await admit(tx, { ...admitted, startingCredits: deps.house.startingCredits });
    if (!(await claimInvite(tx, readInviteCode(form.inviteCode) ?? '', admitted.memberId))) {
      throw new Refusal('invite-bad', {}, { inviteCode: 'invite-bad' });
    }
    const recoveryCodes = await issueRecoveryCodes(tx, admitted.memberId);
    const member = { memberId: admitted.memberId, userName: form.userName, restricted: false };
    const session = await startSession(tx, member, caller);
    await endReplaced(tx, deps.sessions, replaced);
    await forgive(tx, tried);
    return { session, recoveryCodes };
  });
}

export interface Admission {
  memberId: string;
  userName: string;
  passwordHash: string;
  birthDate: string;
  agreementVersion: number;
  startingCredits: bigint;
}

/**
 * The rows that make someone a member: name, person, balance and, in a play house, the starting credits as a posting of
 * their own kind. Asks for no invite and checks no form: for `register` and for seeds. Throws `user-name-taken`.
 */
export async function admit(tx: Tx, admission: Admission): Promise<void> {
  const memberId = admission.memberId;
  const bucket = bucketOf(memberId);
  const claim = await tx.q
    .insertInto('members.user_name_claim')
    .values({ name_key: nameKey(admission.userName), bucket, member_id: memberId })
    .onConflict((on) => on.column('name_key').doNothing())
    .returning('member_id')
    .executeTakeFirst();
  if (!claim) throw new Refusal('user-name-taken', {}, { userName: 'user-name-taken' });

  const now = await clockNow(tx.q);
  await tx.q
    .insertInto('members.member')
    .values({
      bucket,
      member_id: memberId,
      user_name: admission.userName,
      password_hash: admission.passwordHash,
      birth_date: admission.birthDate,
      agreement_version: admission.agreementVersion,
      agreed_at: now,
      created_at: now,
    })
    .execute();
  await noteConsent(tx, { bucket, memberId }, { kind: 'agreement', version: admission.agreementVersion });
  await tx.q.insertInto('ledger.balance').values({ bucket, member_id: memberId }).execute();
  if (admission.startingCredits > 0n) await grantStart(tx, memberId, now, admission.startingCredits);
}

/** A member starts once, so the member's own id names the act. */
async function grantStart(tx: Tx, memberId: string, now: Date, amount: bigint): Promise<void> {
  const act = { bucket: bucketOf(memberId), memberId, ref: memberId, day: now.toISOString().slice(0, 10) };
  await post(tx, [{ ...act, kind: 'grant', debit: 'issue', credit: 'available', amount }]);
}

function faultsOfForm(form: Registration, today: Date, house: MembersDeps['house']): Fields {
  const faults: Record<keyof Registration, RefusalCode | null> = {
    userName: userNameFault(form.userName),
    password: passwordFault(form.password, form.userName),
    inviteCode: inviteFault(form.inviteCode),
    birthDate: birthDateFault(form.birthDate, today, house.ageMin),
    agreementVersion: form.agreementVersion === house.agreementVersion ? null : 'agreement-needed',
  };
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, RefusalCode] => entry[1] !== null),
  );
}

function inviteFault(inviteCode: string): RefusalCode | null {
  if (inviteCode.trim() === '') return 'fill-in';
  return readInviteCode(inviteCode) === null ? 'invite-bad' : null;
}

/** Before the costly hash; the claims in the transaction decide again. */
async function refuseKnownFaults(deps: MembersDeps, form: Registration): Promise<void> {
  const fields: Fields = {};
  const taken = await deps.db
    .selectFrom('members.user_name_claim')
    .select('member_id')
    .where('name_key', '=', nameKey(form.userName))
    .executeTakeFirst();
  if (taken) fields.userName = 'user-name-taken';
  if (!(await isInviteOpen(deps.db, readInviteCode(form.inviteCode) ?? ''))) fields.inviteCode = 'invite-bad';
  refuseFields(fields, deps.house.ageMin);
}

/** The refusal carries the first fault's code, so that a caller without a form learns something too. */
function refuseFields(fields: Fields, ageMin: number): void {
  const [code] = Object.values(fields);
  if (code === undefined) return;
  throw new Refusal(code, code === 'too-young' ? { age: ageMin } : {}, fields);
}
