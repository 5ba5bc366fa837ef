const DUE = 'what is due, whoever it is of, looked for by a job through an index of its own';
const CONSOLE = 'a list or a count of the console, over all members';
const SEAL = 'a draw takes in the slips of all members';
const FIGURES = 'a figure of the whole house';

/**
 * Server files with statements on members' rows that name no bucket because they concern all members, each with the
 * reason. On a cluster such a statement goes to every machine. Remove entries that no longer apply.
 */
export const ASK_OF_ALL: Record<string, string> = {
  'src/complaints/queue.ts': CONSOLE,
  'src/complaints/records.ts': CONSOLE,
  'src/desk/queue.ts': CONSOLE,
  'src/desk/records.ts': CONSOLE,
  'src/directory/admin-hosts.ts': CONSOLE,
  'src/directory/report-records.ts': CONSOLE,
  'src/directory/reports.ts': 'reports of one host, whoever made them',
  'src/draw/settlement/draw-statistics.ts': FIGURES,
  'src/draw/evidence/leaf-pages.ts': SEAL,
  'src/draw/settlement/note-turnover.ts': FIGURES,
  'src/draw/settlement/pay.ts': SEAL,
  'src/draw/settlement/turnover.ts': FIGURES,
  'src/draw/seal/void.ts': SEAL,
  'src/draw/seal/voids-with-bets.ts': SEAL,
  'src/identity-checks/check-rows.ts': 'a provider names a check by its id alone; and what is due',
  'src/jobs/delete-abandoned-keys.ts': DUE,
  'src/jobs/erase-expired.ts': 'in which buckets somebody has left',
  'src/jobs/refund-withdrawn.ts': DUE,
  'src/jobs/notify-answers.ts': DUE,
  'src/ledger/epochs.ts': 'an epoch is of all gates',
  'src/cli/renew-macs.ts': 'what an older key signed, whoever it is of, is signed anew',
  'src/members/registrations-by-day.ts': FIGURES,
  'src/members/account/member-count.ts': CONSOLE,
  'src/members/persons/possible-matches.ts': CONSOLE,
  'src/members/messages/push-tasks.ts': DUE,
  'src/members/messages/push.ts': 'a browser that changes hands belongs to one member at a time',
  'src/members/persons/renew-name-fingerprints.ts': DUE,
  'src/members/persons/related-accounts.ts': 'by what somebody is known again is asked of all members',
  'src/members/account/search.ts': CONSOLE,
  'src/payments/daily-totals.ts': FIGURES,
  'src/payments/provider/payout-health.ts': FIGURES,
  'src/payments/rules/legal-holds.ts': FIGURES,
  'src/payments/top-ups/poll-top-ups.ts': DUE,
  'src/payments/incoming/payments.ts': CONSOLE,
  'src/payments/incoming/refunds.ts': DUE,
  'src/payments/withdrawals/reviews.ts': DUE,
  'src/payments/withdrawals/send-payouts.ts': DUE,
  'src/payments/withdrawals/withdrawal-records.ts': CONSOLE,
  'src/reconciliation/draws.ts': SEAL,
  'src/reconciliation/new-transfers.ts': 'an epoch is of all gates',
  'src/reconciliation/slips.ts': SEAL,
  'src/recovery/protect.ts': 'whose last acts are lost is not known: all sessions end',
  'src/recovery/rows.ts': 'what the house owed, as its entry in the book says',
  'src/recovery/seal-rows.ts': SEAL,
  'src/cli/encrypted-rows.ts': 'what an older key encrypted, whoever it is of, is encrypted anew',
  'src/video/all-purchases.ts': CONSOLE,
  'src/video/manage-titles.ts': CONSOLE,
  'src/video/play-counts.ts': 'plays are counted by title',
};
