import { GROUND_PLANS } from './ground-tables.ts';
import {
  ATTEMPTS,
  type Coverage,
  ENCRYPTED,
  HASH,
  KEY_ID,
  MAC,
  OWN,
  type Plan,
  STAFF,
  type TablePart,
  TYPED_BY_VISITOR,
} from './plan.ts';

const OTHERS = 'of another person';

const PLANS: readonly Plan[] = [
  {
    name: 'account',
    table: 'members.member',
    columns: ['user_name', 'birth_date', 'sex', 'locale', 'created_at', 'agreement_version', 'agreed_at'],
    leftOut: { password_hash: HASH },
    by: ['member_id'],
  },
  { name: 'consents', table: 'members.consent', columns: ['kind', 'version', 'at'], by: ['at'] },
  {
    name: 'realNames',
    table: 'members.real_name',
    columns: ['version', 'name', 'at'],
    leftOut: { corrected_by: STAFF },
    by: ['version'],
  },
  {
    name: 'financePassword',
    table: 'members.finance_password',
    columns: ['set_at', 'wrong', 'locks', 'locked_until'],
    leftOut: {
      hash: HASH,
      pepper_id: 'which key the hash was made with',
      open: 'entries that are looked at just now',
      open_until: 'for how long an entry may be looked at',
    },
    by: ['set_at'],
  },
  {
    name: 'financeResets',
    table: 'members.finance_reset',
    columns: ['id', 'started_at', 'effective_at', 'cancelled_at', 'used_at'],
    leftOut: { started_by: STAFF },
    by: ['id'],
  },
  {
    name: 'recoveryCodes',
    table: 'members.recovery_code',
    columns: ['used_at'],
    leftOut: { code_hash: HASH },
    by: ['used_at'],
  },
  {
    name: 'recoveryRequests',
    table: 'members.recovery_request',
    owner: ['member_bucket', 'member_id'],
    columns: ['requested_at', 'notified_at', 'decision', 'decided_at', 'completed_at'],
    leftOut: {
      thread_id: TYPED_BY_VISITOR,
      user_name: TYPED_BY_VISITOR,
      real_name: TYPED_BY_VISITOR,
      payee_digits: TYPED_BY_VISITOR,
      decided_by: STAFF,
      why: STAFF,
    },
    by: ['requested_at'],
  },
  {
    ...{ name: 'sessions', table: 'members.session' },
    columns: [
      ...['address', 'device', 'restricted'],
      ...['created_at', 'seen_at', 'used_at', 'idle_until', 'expires_at', 'ended_at'],
    ],
    leftOut: { token_hash: HASH },
    by: ['created_at'],
  },
  {
    name: 'pushSettings',
    table: 'members.push_setting',
    columns: ['muted', 'quiet_from', 'quiet_to', 'time_zone', 'set_at'],
    by: ['set_at'],
  },
  {
    name: 'pushSubscriptions',
    table: 'members.push_subscription',
    columns: ['id', 'created_at'],
    leftOut: {
      endpoint_hash: HASH,
      encrypted: 'the secret address of a browser, encrypted with a key outside the database',
      key_id: KEY_ID,
      session_hash: HASH,
    },
    by: ['id'],
  },
  {
    name: 'invitesMade',
    table: 'members.invite',
    owner: ['issuer_bucket', 'issuer_id'],
    columns: ['created_at', 'expires_at', 'used_at', 'withdrawn_at'],
    leftOut: { code_hash: HASH, used_bucket: OTHERS, used_by: OTHERS, of_age_on: OTHERS },
    by: ['created_at'],
  },
  {
    name: 'inviteUsed',
    table: 'members.invite',
    owner: ['used_bucket', 'used_by'],
    columns: ['created_at', 'expires_at', 'used_at', 'withdrawn_at'],
    leftOut: { code_hash: HASH, issuer_bucket: OTHERS, issuer_id: OTHERS, of_age_on: OTHERS },
    by: ['used_at'],
  },
  {
    name: 'suspensions',
    table: 'members.suspension',
    columns: ['id', 'reason', 'from_at', 'until_at', 'lifted_at'],
    by: ['id'],
  },
  {
    name: 'notes',
    table: 'members.note',
    columns: ['id', 'words', 'at'],
    leftOut: { staff_id: STAFF },
    by: ['id'],
  },
  { name: 'closure', table: 'members.closure', columns: ['asked_at', 'done_at'], by: ['asked_at'] },
  {
    name: 'messages',
    table: 'members.message',
    columns: ['id', 'kind', 'params', 'at', 'read_at'],
    by: ['id'],
  },
  {
    name: 'payees',
    table: 'payments.payee',
    columns: [
      ...['id', 'kind', 'bank_code', 'holder', 'masked', 'phone_masked', 'brand', 'provider'],
      ...['bound_at', 'active_at', 'ended_at'],
    ],
    leftOut: { encrypted: ENCRYPTED, key_id: KEY_ID },
    by: ['bound_at', 'id'],
  },
  {
    name: 'payeePermits',
    table: 'payments.payee_permit',
    columns: ['id', 'at', 'expires_at', 'used_at'],
    leftOut: { granted_by: STAFF },
    by: ['id'],
  },
  {
    name: 'topUps',
    table: 'payments.top_up',
    columns: [
      ...['id', 'day', 'amount', 'currency', 'provider', 'state', 'checkout_ref'],
      ...['created_at', 'expires_at', 'ended_at'],
    ],
    leftOut: { checkout_url: 'a page of the provider on which whoever has its address could pay', next_at: ATTEMPTS },
    by: ['created_at', 'id'],
  },
  {
    name: 'topUpSteps',
    table: 'payments.top_up_event',
    columns: ['top_up_id', 'id', 'state', 'at'],
    by: ['top_up_id', 'id'],
  },
  {
    name: 'payments',
    table: 'payments.payment',
    columns: [
      ...['id', 'top_up_id', 'day', 'provider', 'provider_ref', 'amount', 'currency', 'state', 'reason'],
      ...['at', 'ended_at', 'refund_ref'],
    ],
    leftOut: { attempts: ATTEMPTS, next_at: ATTEMPTS, payer: 'the name of another person who paid' },
    by: ['at', 'id'],
  },
  {
    name: 'paymentReviews',
    table: 'payments.payment_review',
    columns: ['payment_id', 'id', 'verdict', 'at'],
    leftOut: { staff_id: STAFF, why: STAFF, mac: MAC },
    by: ['payment_id', 'id'],
  },
  {
    name: 'corrections',
    table: 'payments.correction',
    columns: ['id', 'day', 'direction', 'amount', 'reference', 'at'],
    leftOut: { proposed_by: STAFF, confirmed_by: STAFF },
    by: ['at', 'id'],
  },
  {
    name: 'withdrawals',
    table: 'payments.withdrawal',
    columns: [
      ...['id', 'day', 'amount', 'currency', 'payee_id', 'provider', 'state', 'closing', 'submitted_at'],
      ...['review_due_at', 'approved_at', 'ended_at', 'refusal_reason', 'refusal_words', 'provider_ref'],
      'trace_ref',
    ],
    leftOut: { attempts: ATTEMPTS, next_at: ATTEMPTS },
    by: ['submitted_at', 'id'],
  },
  {
    name: 'withdrawalSteps',
    table: 'payments.withdrawal_event',
    columns: ['withdrawal_id', 'id', 'state', 'at'],
    by: ['withdrawal_id', 'id'],
  },
  {
    name: 'withdrawalReviews',
    table: 'payments.withdrawal_review',
    columns: ['withdrawal_id', 'id', 'verdict', 'at'],
    leftOut: {
      staff_id: STAFF,
      reason: 'what one person proposed; where two agreed it stands in the withdrawal',
      words: 'what one person proposed; where two agreed they stand in the withdrawal',
      mac: MAC,
    },
    by: ['withdrawal_id', 'id'],
  },
  {
    name: 'withdrawalAssignments',
    table: 'payments.withdrawal_assignment',
    columns: ['withdrawal_id', 'at', 'until_at'],
    leftOut: { staff_id: STAFF },
    by: ['withdrawal_id'],
  },
  {
    name: 'payoutAttempts',
    table: 'payments.payout_outcome',
    columns: ['withdrawal_id', 'id', 'outcome', 'at'],
    by: ['withdrawal_id', 'id'],
  },
  {
    name: 'legalHolds',
    table: 'payments.legal_hold',
    columns: ['id', 'authority', 'reference', 'from_at', 'expires_at', 'lifted_at'],
    leftOut: {
      ...{ proposed_by: STAFF, confirmed_by: STAFF, mac: MAC, confirmed_mac: MAC },
      proposed_at: 'an order holds once two people set it',
      why: 'why one person proposed it; the member reads it among the acts of staff',
    },
    // A mere proposal of one person has no effect.
    only: 'from_at is not null',
    by: ['id'],
  },
  {
    name: 'balance',
    table: 'ledger.balance',
    columns: ['available', 'held', 'play', 'cash', 'sales', 'correction', 'issue'],
    leftOut: { version: 'how many lines of the statement it is the sum of' },
    by: ['member_id'],
  },
  { name: 'holds', table: 'ledger.hold', columns: ['id', 'day', 'amount', 'purpose', 'at'], by: ['at', 'id'] },
  {
    name: 'owed',
    table: 'ledger.owed',
    columns: ['date', 'owed'],
    leftOut: { splits: 'hashes on the way to the root that the book shows; the app checks them' },
    // The table's key begins with the date.
    only: 'date = any (array(select c.date from ledger.snapshot c))',
    by: ['date'],
  },
];

/** All table parts, in the order of the files. */
export const TABLE_PARTS: readonly TablePart[] = [...PLANS, ...GROUND_PLANS].map((plan) => ({
  owner: OWN,
  leftOut: {},
  ...plan,
}));

/** Parts that combine several tables; see parts.ts. */
export const COMPOSED: Readonly<Record<'statement' | 'slips' | 'acts', Coverage>> = {
  statement: {
    table: 'ledger.transfer',
    owner: OWN,
    columns: ['day', 'ref', 'kind', 'debit', 'credit', 'amount', 'at'],
    leftOut: { epoch: 'which night’s count of what the house owes it fell into' },
  },
  slips: {
    table: 'lottery.slip',
    owner: OWN,
    columns: ['day', 'lottery_id', 'period', 'id', 'key', 'accepted_ms', 'total', 'stakes'],
    leftOut: {
      table_id: 'which table of odds; the odds of each bet are there',
      at_risk: 'follows from stakes and odds',
      commitment: 'a hash; in the receipt of the slip',
      leaf: 'a hash; in the receipt of the slip',
    },
  },
  acts: {
    table: 'audit.entry',
    owner: ['member_bucket', 'member_id'],
    columns: ['seq', 'at', 'act', 'subject', 'body'],
    leftOut: {
      staff_id: 'which of the staff it was; the role is there',
      hash: 'of the whole log',
    },
  },
};

/** Tables about members that are left out entirely, with the reason. */
export const NOT_GIVEN: Readonly<Record<string, string>> = {
  'ledger.fault': 'a check of the house: what it found is told to the member once it is put right',
  'ledger.reconciliation': 'how far that check is; of no member',
  'ledger.line_day': 'on which days there are postings, which are there themselves',
  'ledger.request': 'keys by which a call that is sent twice is known again',
  'lottery.slip_key': 'keys by which a slip that is sent twice is known again, and the salts of receipts',
  'lottery.abandoned_key': 'keys of slips that were given up unplaced, for two days',
  'lottery.member_exposure': 'the sum of the open slips of a period, which are there one by one',
  'members.possible_match': 'which other member has a like name; what staff decided is under acts',
  'members.push_task': 'messages that wait to be pushed, which are there as messages',
  'members.user_name_claim': 'the user name once more, so that nobody takes it twice',
  'video.play': 'hours in which a play was counted, for two of them; how many there were is told of a title to all',
  'payments.reference': 'says whose an id is; what it is of is there',
};
