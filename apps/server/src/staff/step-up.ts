import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { checkAnswer, type PasskeyAnswer, useOnce } from './passkey-proof.ts';
import type { SignedInStaff } from './sessions.ts';
import { takeCode } from './totp.ts';

/** How presence can be proved. The password counts only in a play house, for who has nothing better. */
export const PROOF_KINDS = ['passkey', 'code', 'password'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** One of the three. */
export interface Proof {
  passkey?: PasskeyAnswer | undefined;
  code?: string | undefined;
  password?: string | undefined;
}

/** Which proofs somebody can give, the best first. */
export async function proofsOf(
  q: Db | Tx['q'],
  { codeRequired }: Pick<StaffDeps, 'codeRequired'>,
  staffId: string,
): Promise<ProofKind[]> {
  const row = await q
    .selectFrom('staff.account as a')
    .select((eb) => [
      eb('a.totp', 'is not', null).as('hasCode'),
      eb
        .exists(
          eb
            .selectFrom('staff.passkey as p')
            .select('p.id')
            .whereRef('p.staff_id', '=', 'a.id')
            .where('p.removed_at', 'is', null),
        )
        .as('hasPasskey'),
    ])
    .where('a.id', '=', staffId)
    .executeTakeFirst();
  const kinds: ProofKind[] = [];
  if (row?.hasPasskey) kinds.push('passkey');
  if (row?.hasCode) kinds.push('code');
  return kinds.length === 0 && !codeRequired ? ['password'] : kinds;
}

/** Called where presence was proved, in its transaction. */
type OnProved = (tx: Tx, kind: ProofKind) => Promise<void>;

/**
 * Proves that who signed in is still there: from now on, for a few minutes, dangerous acts are open to his session. A
 * wrong proof is a try like one at signing in. Throws `fill-in` where none of his proofs is given, `passkey-refused`,
 * `code-wrong`, `wrong-credentials`, `throttled`, `busy`, `signed-out`.
 */
export async function proveAgain(
  deps: StaffDeps,
  party: RelyingParty | null,
  staff: SignedInStaff,
  proof: Proof,
  address: string,
  onProved: OnProved,
): Promise<void> {
  const open = await proofsOf(deps.db, deps, staff.id);
  const kind = open.find((one) => proof[one] !== undefined);
  if (kind === undefined) throw new Refusal('fill-in');
  const prove = async (tx: Tx): Promise<void> => {
    await noteProof(tx, staff);
    await onProved(tx, kind);
  };
  if (kind === 'passkey' && proof.passkey) {
    if (party === null) throw new Refusal('origin-unknown');
    const checked = await checkAnswer(deps, party, proof.passkey, staff);
    await transaction(deps.db, async (tx) => {
      await useOnce(tx, checked);
      await prove(tx);
    });
    return;
  }
  await deps.tries.lookAt(staff.name, address, async (tried) => {
    if (kind === 'password') await checkPassword(deps, staff.id, proof.password ?? '');
    await transaction(deps.db, async (tx) => {
      if (kind === 'code') await checkCode(tx, deps, staff, proof.code ?? '');
      await tried.forgive(tx);
      await prove(tx);
    });
  });
}

async function noteProof(tx: Tx, { tokenHash }: SignedInStaff): Promise<void> {
  const { numUpdatedRows } = await tx.q
    .updateTable('staff.session')
    .set({ proved_at: await clockNow(tx.q) })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('signed-out');
}

async function checkPassword({ db, passwords, tries }: StaffDeps, staffId: string, typed: string): Promise<void> {
  const row = await db
    .selectFrom('staff.account')
    .select('password_hash')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isRight = await passwords.matches(typed, row?.password_hash ?? null);
  if (!isRight) throw tries.wrong('wrong-credentials', {}, { password: 'wrong-credentials' });
}

async function checkCode(tx: Tx, { sealer, tries }: StaffDeps, staff: SignedInStaff, code: string): Promise<void> {
  const row = await tx.q
    .selectFrom('staff.account')
    .select(['id', 'totp', 'totp_key_id as totpKeyId'])
    .where('id', '=', staff.id)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const { totp, totpKeyId } = row ?? { totp: null, totpKeyId: null };
  const wrong = tries.wrong('code-wrong', {}, { code: 'code-wrong' });
  if (totp === null || totpKeyId === null) throw wrong;
  await takeCode(tx, sealer, { id: staff.id, totp, totpKeyId }, code, wrong);
}
