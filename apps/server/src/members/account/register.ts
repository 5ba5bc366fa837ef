import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { bucketOf, newId } from '../../db/ids.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { claimInvite, isInviteOpen, noteTooYoung, readInviteCode, triedTooYoung } from '../invites/invites.ts';
import { birthDateFault } from '../persons/birth-dates.ts';
import { lookAtSecret, type OpenAttempt, WrongSecret } from '../sessions/attempts.ts';
import { endReplaced } from '../sessions/member-sessions.ts';
import { passwordFault } from '../sessions/password-rules.ts';
import { type Caller, type StartedSession, startSession } from '../sessions/sessions.ts';
import { areAllAccepted, type ConsentKind, noteConsents } from './consents.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { isReservedName } from './reserved-names.ts';
import { nameKey, userNameFault } from './user-names.ts';

export interface Registration {
  userName: string;
  password: string;
  inviteCode: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  agreementVersion: number;
  /** Parts of the agreement that the member accepted, each by a box of its own. */
  accepted: readonly ConsentKind[];
}

export interface Registered {
  session: StartedSession;
  /** Ten codes in clear text; they can be shown only now. */
  recoveryCodes: string[];
}

type Fields = Record<string, RefusalCode>;

/**
 * Registers a member and signs them in. Checks run in this order:
 *
 * - The invite, which counts as a guessed secret. Until it is valid, nothing about the form is revealed and no name is
 * looked up.
 * - The form, with one refusal per field. After a date of birth below the minimum age, no other date helps with this
 *   invite until that person is of age.
 * - The user name. A taken name counts as a try, so that one valid invite cannot be used to enumerate names.
 *
 * `replaced` is the browser's previous session; it ends.
 */
export async function register(
  deps: MembersDeps,
  form: Registration,
  caller: Caller,
  replaced: Identity | null = null,
): Promise<Registered> {
  if (form.inviteCode.trim() === '') throw new Refusal('fill-in', {}, { inviteCode: 'fill-in' });
  const from = { nameKey: null, address: caller.address };
  return lookAtSecret(deps.db, deps.limits, 'invite', from, async (tried) => {
    const invite = readInviteCode(form.inviteCode);
    if (invite === null || !(await isInviteOpen(deps.db, invite))) throw inviteBad();
    const today = await clockNow(deps.db);
    refuseFields(await faultsWithInvite(deps, form, invite, today), deps.house.ageMin);
    await refuseName(deps, form.userName);
    const admitted = { ...form, memberId: newId(), passwordHash: await deps.passwords.hash(form.password) };
    return transaction(deps.db, (tx) => joinWith(deps, tx, { admitted, invite, caller, replaced, tried }));
  });
}

interface Joining {
  admitted: Registration & { memberId: string; passwordHash: string };
  invite: string;
  caller: Caller;
  replaced: Identity | null;
  tried: OpenAttempt;
}

/** Creates the member. The claims of name and invite are decided here. */
async function joinWith(
  deps: MembersDeps,
  tx: Tx,
  { admitted, invite, caller, replaced, tried }: Joining,
): Promise<Registered> {
  const { memberId, userName } = admitted;
  await admit(tx, admitted);
  if (!(await claimInvite(tx, invite, memberId))) throw inviteBad();
  const recoveryCodes = await issueRecoveryCodes(tx, memberId);
  const session = await startSession(tx, { memberId, userName, restricted: false }, caller);
  await endReplaced(tx, deps.sessions, replaced);
  await tried.forgive(tx);
  return { session, recoveryCodes };
}

function inviteBad(): WrongSecret {
  return new WrongSecret('invite-bad', {}, { inviteCode: 'invite-bad' });
}

export interface Admission {
  memberId: string;
  userName: string;
  passwordHash: string;
  birthDate: string;
  agreementVersion: number;
}

/**
 * Inserts a member's rows: name, person and balance. In a play house, also posts the starting credits that the house
 * gives. Checks neither invite nor form; used by `register` and by seeds. Throws `user-name-taken`, also for a name
 * that looks like another.
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
  if (!claim || !(await claimLooks(tx, admission.userName))) throw nameTaken();

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
  await noteConsents(tx, { bucket, memberId }, admission.agreementVersion);
  // Also opens the balance.
  await sql`select members.grant_start(${bucket}::smallint, ${memberId}::uuid)`.execute(tx.q);
}

/** The faults of the form. Notes at the invite that a person is too young; no other date of birth helps then. */
async function faultsWithInvite(deps: MembersDeps, form: Registration, invite: string, today: Date): Promise<Fields> {
  const faults = faultsOfForm(form, today, deps.house);
  if (faults.birthDate === 'too-young') await noteTooYoung(deps.db, invite, form.birthDate, deps.house.ageMin);
  const isNoted = faults.birthDate === undefined && (await triedTooYoung(deps.db, invite, today));
  return isNoted ? { ...faults, birthDate: 'too-young' } : faults;
}

function faultsOfForm(form: Registration, today: Date, house: MembersDeps['house']): Fields {
  const faults: Record<Exclude<keyof Registration, 'inviteCode'>, RefusalCode | null> = {
    userName: userNameFault(form.userName),
    password: passwordFault(form.password, form.userName),
    birthDate: birthDateFault(form.birthDate, today, house.ageMin),
    agreementVersion: form.agreementVersion === house.agreementVersion ? null : 'agreement-needed',
    accepted: areAllAccepted(form.accepted) ? null : 'agreement-needed',
  };
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, RefusalCode] => entry[1] !== null),
  );
}

/** Checks the name before the costly hash. The claim in the transaction decides. */
async function refuseName(deps: MembersDeps, userName: string): Promise<void> {
  const { house, roles, staff } = deps.reservedNames;
  if (isReservedName(userName, { house, roles, staff: await staff() })) {
    throw new Refusal('user-name-reserved', {}, { userName: 'user-name-reserved' });
  }
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from members.user_name_claim where name_key = ${nameKey(userName)})
      or exists (select from members.user_name_look where look = any (members.user_name_looks(${userName}))) as taken
    `.execute(deps.db);
  if (rows[0]?.taken) throw nameTaken();
}

/**
 * Claims all look-alike forms of a name. False when another member's name looks like it; then the transaction must not
 * commit.
 */
async function claimLooks(tx: Tx, userName: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    with looks as (select unnest(members.user_name_looks(${userName})) as look),
      claimed as (
        insert into members.user_name_look (look, name_key) select look, ${nameKey(userName)} from looks
        on conflict do nothing returning look)
    select (select count(*) from claimed) < (select count(*) from looks) as taken`.execute(tx.q);
  return rows[0]?.taken === false;
}

function nameTaken(): WrongSecret {
  return new WrongSecret('user-name-taken', {}, { userName: 'user-name-taken' });
}

/** Throws the faults of all fields. The refusal carries the first fault's code, for callers without a form. */
function refuseFields(fields: Fields, ageMin: number): void {
  const [code] = Object.values(fields);
  if (code === undefined) return;
  throw new Refusal(code, code === 'too-young' ? { age: ageMin } : {}, fields);
}
