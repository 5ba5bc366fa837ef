import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { lockAccounts, readOpenAccount } from './account-rows.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { checkAnswer, type PasskeyAnswer, useOnce } from './passkey-proof.ts';
import { listPasskeys } from './passkeys.ts';
import { noteProof, type SignedInStaff } from './sessions.ts';
import { takeCode } from './totp.ts';

/** Ways to prove presence. The password counts only in a play house, when nothing better is set up. */
export const PROOF_KINDS = ['passkey', 'code', 'password'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** Exactly one of the three. */
export interface Proof {
  passkey?: PasskeyAnswer | undefined;
  code?: string | undefined;
  password?: string | undefined;
}

/** Proofs that a staff member can give, best first. */
export async function proofsOf(
  q: Db | Tx['q'],
  { codeRequired, macs }: Pick<StaffDeps, 'codeRequired' | 'macs'>,
  staffId: string,
): Promise<ProofKind[]> {
  const account = await readOpenAccount(q, macs, staffId);
  const kinds: ProofKind[] = [];
  if ((await listPasskeys(q, macs, staffId)).length > 0) kinds.push('passkey');
  if (account && account.totp !== null) kinds.push('code');
  return kinds.length === 0 && !codeRequired ? ['password'] : kinds;
}

/** Called after a successful proof, in its transaction. */
type OnProved = (tx: Tx, kind: ProofKind) => Promise<void>;

/**
 * Proves that the signed-in staff member is present, which allows dangerous acts for a few minutes. A wrong proof
 * counts as a sign-in try. Throws `fill-in` when no accepted proof is given, `origin-unknown`, `passkey-refused`,
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
    await noteProof(tx, deps.macs, staff);
    await onProved(tx, kind);
  };
  if (kind === 'passkey' && proof.passkey) {
    if (party === null) throw new Refusal('origin-unknown');
    const checked = await checkAnswer(deps, party, proof.passkey, staff);
    await transaction(deps.db, async (tx) => {
      await useOnce(tx, deps.macs, checked);
      await prove(tx);
    });
    return;
  }
  await deps.attempts.lookAt(staff.name, address, async (tried) => {
    if (kind === 'password') await checkPassword(deps, staff.id, proof.password ?? '');
    await transaction(deps.db, async (tx) => {
      if (kind === 'code') await checkCode(tx, deps, staff, proof.code ?? '');
      await tried.forgive(tx);
      await prove(tx);
    });
  });
}

async function checkPassword(deps: StaffDeps, staffId: string, typed: string): Promise<void> {
  const account = await readOpenAccount(deps.db, deps.macs, staffId);
  const isRight = await deps.passwords.matches(typed, account?.password_hash ?? null);
  if (!isRight) throw deps.attempts.wrong('wrong-credentials', {}, { password: 'wrong-credentials' });
}

async function checkCode(tx: Tx, deps: StaffDeps, staff: SignedInStaff, code: string): Promise<void> {
  await lockAccounts(tx, [staff.id]);
  const account = await readOpenAccount(tx.q, deps.macs, staff.id);
  const wrong = deps.attempts.wrong('code-wrong', {}, { code: 'code-wrong' });
  if (!account) throw wrong;
  await takeCode(tx, deps.cipher, account, code, wrong);
}
