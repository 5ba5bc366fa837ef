import { type Act, record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal, type RefusalCode } from '../../../refusal.ts';
import type { StaffDeps } from '../../../staff/deps.ts';

/** A proof that did not hold; others are refused before anything is looked at. */
const FAILURES: readonly RefusalCode[] = ['wrong-credentials', 'code-wrong', 'passkey-refused'];

interface Failed extends Pick<Act, 'staff' | 'act' | 'address'> {
  /** Under which name; whoever has none is nobody, and what he typed is not kept. */
  name: string;
  /** No failure here: it only asks for more. */
  except?: RefusalCode;
}

/**
 * Runs a proof of who somebody is. Where it fails, that is an act in the log: the first few under a name, the same
 * work whether or not somebody has it.
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
    const known = await tx.q
      .selectFrom('staff.account')
      .select(['id', 'name'])
      .where('name', '=', name)
      .executeTakeFirst();
    const whom = known
      ? { subject: `staff/${known.id}`, after: { name: known.name, refused } }
      : { after: { refused } };
    await record(tx, { staff, act, ...whom, why: null, address });
  });
}
