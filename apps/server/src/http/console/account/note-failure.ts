import { type Act, record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal, type RefusalCode } from '../../../refusal.ts';
import { isStaffName } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';

/** Refusals that mean a failed proof. Others come before the proof is checked. */
const FAILURES: readonly RefusalCode[] = ['wrong-credentials', 'code-wrong', 'passkey-refused'];

interface Failed extends Pick<Act, 'staff' | 'act' | 'address'> {
  /** The name that the caller gave. A name without an account is not stored. */
  name: string;
  /** A refusal that only asks for more and is not a failure. */
  except?: RefusalCode;
}

/**
 * Runs a proof of identity. A failure is an audit event, for the first few failures under a name. The work is the same
 * whether or not the name exists, so timing reveals nothing.
 */
export async function notingFailure<T>(deps: StaffDeps, failed: Failed, prove: () => Promise<T>): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof Refusal && FAILURES.includes(error.code) && error.code !== failed.except) {
      await note(deps, failed, error.code);
    }
    throw error;
  }
}

async function note(deps: StaffDeps, { name, staff, act, address }: Failed, refused: RefusalCode): Promise<void> {
  if (!(await deps.countFailure(name, address))) return;
  await transaction(deps.db, async (tx) => {
    // PostgreSQL rejects a parameter with NUL, and no account has such a name.
    const account = tx.q.selectFrom('staff.account').select(['id', 'name']).where('name', '=', name);
    const known = isStaffName(name) ? await account.executeTakeFirst() : undefined;
    const whom = known
      ? { subject: `staff/${known.id}`, after: { name: known.name, refused } }
      : { after: { refused } };
    await record(tx, { staff, act, ...whom, why: null, address });
  });
}
