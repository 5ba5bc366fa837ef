import { extendPartitions } from '../db/migrate.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { carryOut } from '../decisions/carry-out.ts';
import { HOST_CHANGED } from '../directory/host-changes.ts';
import { switchByVoidRate } from '../draw/seal/void-rate.ts';
import { noteTurnover } from '../draw/settlement/note-turnover.ts';
import { closeUnproven, closeUnreadable } from '../draw/tables/stop-table.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import { pollChecks } from '../identity-checks/poll-checks.ts';
import { renewRegisterAnswers } from '../identity-checks/renew-register-answers.ts';
import { publishProgram } from '../integrity/published-program.ts';
import { loadCatalogue } from '../lottery/catalogue.ts';
import { renewNameFingerprints } from '../members/persons/renew-name-fingerprints.ts';
import { sweepAttempts } from '../members/sessions/attempts.ts';
import { refundUnsettled, sendRefunds } from '../payments/incoming/refunds.ts';
import { handleMessages } from '../payments/provider/events.ts';
import { forgetMessages, MESSAGES_CHANNEL } from '../payments/provider/messages.ts';
import { lookUpTopUps } from '../payments/top-ups/poll-top-ups.ts';
import { approveOverdue } from '../payments/withdrawals/reviews.ts';
import { lookUpSilentPayouts, sendDuePayouts } from '../payments/withdrawals/send-payouts.ts';
import { openReviewed } from '../reconciliation/switches.ts';
import { INSTRUCTIONS_CHANNEL } from '../staff/instructions.ts';
import { countPlays } from '../video/play-counts.ts';
import { assessMembers } from './assess-members.ts';
import { deleteAbandonedKeys } from './delete-abandoned-keys.ts';
import { deleteFingerprints } from './delete-fingerprints.ts';
import { deleteLiabilityPaths } from './delete-liability-paths.ts';
import type { JobsDeps } from './deps.ts';
import { endBookingsOfHidden } from './end-bookings-of-hidden.ts';
import { eraseExpired } from './erase-expired.ts';
import { finishClosures, payOutExcluded } from './finish-closures.ts';
import { notifyAnswers } from './notify-answers.ts';
import { notifyRecoveries } from './notify-recoveries.ts';
import { publishAuditHead } from './publish-audit-head.ts';
import { pushMessages } from './push-messages.ts';
import { reconcileEverything, reconcileNewTransfers } from './reconcile-ledger.ts';
import { refundWithdrawn } from './refund-withdrawn.ts';
import type { Job } from './timed-job.ts';
import { watchPayouts } from './watch-payouts.ts';

/** All timed jobs of the club, not yet started. */
export function jobsOf(deps: JobsDeps): Job[] {
  const {
    db,
    log,
    liabilities,
    payments,
    macs,
    push,
    identity,
    films,
    guard,
    catalogue,
    logKeys,
    thresholds,
    selfCheck,
  } = deps;
  const periodSecondsOf = (id: number) => catalogue().byId.get(id)?.periodSeconds;
  const reconcile = { db, payments, macs, catalogue, logKeys, guard, log };
  const onPayoutFault = (withdrawalId: string, what: string): void =>
    log.warn({ withdrawalId, what }, 'payout problem');
  /** Runs a job only if the book is not behind its published state. */
  const inBook = (run: () => Promise<unknown>) => async () => {
    await guard.refuse();
    return run();
  };
  return [
    { name: 'extend partitions', everyMs: 6 * HOUR_MS, run: () => extendPartitions(db) },
    { name: 'delete old attempts', everyMs: HOUR_MS, run: () => transaction(db, (tx) => sweepAttempts(tx)) },
    {
      name: 'delete abandoned slip keys',
      everyMs: HOUR_MS,
      run: () => transaction(db, (tx) => deleteAbandonedKeys(tx)),
    },
    { name: 'close tables by their void rate', everyMs: MINUTE_MS, run: inBook(() => switchTables(db)) },
    { name: 'publish liabilities', everyMs: 10 * SECOND_MS, run: inBook(() => liabilities.run()) },
    { name: 'delete old liability paths', everyMs: 24 * HOUR_MS, run: () => deleteLiabilityPaths(db) },
    { name: 'erase data after retention', everyMs: 24 * HOUR_MS, run: () => eraseExpired(db) },
    { name: 'delete sessions, notes and former hosts', everyMs: 24 * HOUR_MS, run: () => deleteFingerprints(db) },
    { name: 'renew name fingerprints', everyMs: HOUR_MS, run: () => renewNameFingerprints(db, identity.personKey) },
    { name: 'record turnover of draws', everyMs: 5 * SECOND_MS, run: () => noteTurnover(db) },
    { name: 'publish audit log head', everyMs: HOUR_MS, run: inBook(() => publishAuditHead(db)) },
    {
      name: 'publish program hashes',
      everyMs: HOUR_MS,
      run: inBook(async () => publishProgram(db, await selfCheck.last())),
    },
    {
      name: 'process provider messages',
      everyMs: SECOND_MS,
      channel: MESSAGES_CHANNEL,
      run: () => handleMessages(payments),
    },
    {
      name: 'execute staff decisions',
      everyMs: SECOND_MS,
      channel: INSTRUCTIONS_CHANNEL,
      run: () => carryOut({ ...payments, guard }),
    },
    { name: 'delete old provider messages', everyMs: HOUR_MS, run: () => forgetMessages(db) },
    { name: 'poll top-ups', everyMs: 10 * SECOND_MS, run: () => lookUpTopUps(payments) },
    { name: 'poll identity checks', everyMs: 10 * SECOND_MS, run: () => pollChecks(identity) },
    { name: 'ask the exclusion register', everyMs: MINUTE_MS, run: () => renewRegisterAnswers(identity) },
    { name: 'refund unsettled payments', everyMs: MINUTE_MS, run: () => refundUnsettled(payments) },
    { name: 'send refunds', everyMs: 5 * SECOND_MS, run: () => sendRefunds(payments) },
    { name: 'approve overdue reviews', everyMs: 10 * SECOND_MS, run: () => approveOverdue(payments) },
    { name: 'send payouts', everyMs: SECOND_MS, run: () => sendDuePayouts(payments, onPayoutFault) },
    {
      name: 'poll payouts',
      everyMs: 10 * SECOND_MS,
      run: () => lookUpSilentPayouts(payments, onPayoutFault),
    },
    { name: 'pay out closing accounts', everyMs: 10 * SECOND_MS, run: () => finishClosures(payments) },
    { name: 'pay out excluded members', everyMs: 10 * SECOND_MS, run: () => payOutExcluded(payments) },
    { name: 'watch payout health', everyMs: 5 * SECOND_MS, run: () => watchPayouts(db, macs, guard) },
    {
      name: 'look for signs of harm',
      everyMs: 2 * SECOND_MS,
      run: assessMembers({ db, periodSecondsOf, thresholds }),
    },
    { name: 'push messages', everyMs: 2 * SECOND_MS, run: pushMessages(push) },
    { name: 'encode films', everyMs: SECOND_MS, run: () => films.encode() },
    { name: 'refund withdrawn titles', everyMs: 10 * SECOND_MS, run: () => refundWithdrawn(db) },
    { name: 'notify members of desk answers', everyMs: 5 * SECOND_MS, run: () => notifyAnswers(db) },
    { name: 'notify members of recovery requests', everyMs: 2 * SECOND_MS, run: () => notifyRecoveries(db) },
    {
      name: 'end bookings of hidden hosts',
      everyMs: 10 * SECOND_MS,
      channel: HOST_CHANGED,
      run: () => endBookingsOfHidden(db),
    },
    { name: 'count plays', everyMs: 5 * SECOND_MS, run: () => countPlays(db) },
    { name: 'delete abandoned uploads', everyMs: HOUR_MS, run: () => films.sweep() },
    {
      name: 'close tables with unverified draws',
      everyMs: 5 * SECOND_MS,
      run: inBook(() => closeUnproven(db, catalogue())),
    },
    {
      name: 'close unreadable tables',
      everyMs: 5 * SECOND_MS,
      run: inBook(() => closeUnreadable(db, catalogue())),
    },
    { name: 'reconcile new transfers', everyMs: MINUTE_MS, run: () => reconcileNewTransfers(reconcile) },
    { name: 'reconcile the whole ledger', everyMs: MINUTE_MS, run: () => reconcileEverything(reconcile) },
    {
      name: 'reopen after review',
      everyMs: 5 * SECOND_MS,
      run: inBook(() => openReviewed({ db, macs, guard }, catalogue())),
    },
  ];
}

async function switchTables(db: Db): Promise<void> {
  for (const lottery of (await loadCatalogue(db)).lotteries) await switchByVoidRate(db, lottery);
}
