import type { StepId, Verdict } from '@tercet/fair';
import type { SlipProof } from '../../api/shared/types.ts';
import type { ReceiptOfSlip } from './receipt-text.ts';

/** The result of this phone's search for the bet in the seal. */
export interface Inclusion {
  /** By this phone's clock. */
  checkedAtMs: number;
  /** True if the check was before the time of the round, by both this phone's clock and the club's. */
  beforeRound: boolean;
  /**
   * `void`: the period was voided, so there is no seal. `void-unasked`: the same, but the witnesses were not asked or
   * did not answer.
   */
  verdict: 'included' | 'void' | 'void-unasked' | 'breach';
  /**
   * For a breach: the step that failed, or `other-slip` if the receipt is for another bet than the house showed. Else
   * null.
   */
  failed: StepId | 'other-slip' | null;
  /** The house's answer with the inclusion proof, and the receipt as stored. */
  proof: SlipProof;
}

export interface SavedReceipt {
  slipId: string;
  memberId: string;
  placed: ReceiptOfSlip;
  inclusion: Inclusion | null;
  /** All inputs of the check of the settled draw. */
  bundle: unknown;
  verdict: Verdict | null;
  /** The draw is due. `overdue`: the house has not published all of it. `unanswered`: the house does not answer. */
  late?: 'overdue' | 'unanswered';
  /** Earliest server time at which the seal can exist. Absent after the search in the seal. */
  dueMs?: number;
  breach?: 1;
}
