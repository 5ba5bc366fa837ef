import { type Withdrawal, withdrawalsApi } from '../../api/money/withdrawals.ts';
import type { DecisionQueue } from '../../features/decision/decision-queue.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useMe } from '../../features/session/store.ts';

/** Withdrawals in review that this person has not reviewed, and that are not assigned to another person. */
export function useWithdrawalQueue(): DecisionQueue<Withdrawal> {
  const money = useMoney();
  const me = useMe();
  return {
    page: 'withdrawals',
    api: withdrawalsApi,
    filter: { state: 'in-review' },
    isOpenTo: ({ assignment, reviewers }) =>
      !reviewers.includes(me.id) && (assignment === null || assignment.staffId === me.id),
    nameOf: ({ amountMinor, userName }) => `${money(amountMinor)}, ${userName}`,
  };
}
