import type { StepId, Verdict } from '@tercet/fair';
import type { SlipProof } from '../../api/shared/types.ts';
import type { ReceiptOfSlip } from './receipt-text.ts';

/** What this phone found when it looked for the bet in the seal. */
export interface Inclusion {
  /** Of this phone's clock. */
  checkedAtMs: number;
  /** True if it was found before the time of the round, by this phone's clock and the club's. */
  beforeRound: boolean;
  /**
   * `void`: the period was voided, so there is no seal. `void-unasked`: the same, but the witnesses were not asked or
   * did not answer.
   */
  verdict: 'included' | 'void' | 'void-unasked' | 'breach';
  /**
   * Of a breach: the step that does not hold; `other-slip` if the receipt is for another bet than the house showed.
   */
  failed: StepId | 'other-slip' | null;
  /** The whole answer with the path, and the receipt as stored. */
  proof: SlipProof;
}

export interface KeptReceipt {
  slipId: string;
  memberId: string;
  placed: ReceiptOfSlip;
  inclusion: Inclusion | null;
  /** All that the settled draw was checked with. */
  bundle: unknown;
  verdict: Verdict | null;
  /** The draw is due: `overdue` where the house has not shown all of it, `unanswered` where it does not answer. */
  late?: 'overdue' | 'unanswered';
  /** Server time from which on the seal can be there. */
  dueMs?: number;
  breach?: 1;
}
