import type years from '../retention.json';

/** Members' pictures are deleted when the account is closed. */
type Kind = keyof typeof years | 'avatar';

/**
 * How long a table keeps personal data.
 *
 * - `none`: no personal data.
 * - `member`: until the account is closed, plus the years of that kind in `retention.json`.
 * - `job`: a job deletes rows after the given time, whether or not the account is open.
 * - `number`: facts of the house with members' numbers, which identify nobody once the person is erased.
 * - `ever`: cannot be deleted, for the given reason.
 */
export type TableRetention =
  | { of: 'none' }
  | { of: 'member'; kind: Kind }
  | { of: 'job'; job: string; after: string }
  | { of: 'number' }
  | { of: 'ever'; why: 'chained' | 'public' | 'staff-acts' };

const NONE = { of: 'none' } as const;
const NUMBER = { of: 'number' } as const;
const CHAINED = { of: 'ever', why: 'chained' } as const;
const PUBLIC = { of: 'ever', why: 'public' } as const;
const STAFF_ACTS = { of: 'ever', why: 'staff-acts' } as const;

function until(kind: Kind): TableRetention {
  return { of: 'member', kind };
}

function byJob(job: string, after: string): TableRetention {
  return { of: 'job', job, after };
}

const SESSIONS_AND_HOSTS = 'delete sessions, notes and former hosts';
const OF_VISITOR = byJob(SESSIONS_AND_HOSTS, '90 days after the last entry');
const OF_HOST = byJob(SESSIONS_AND_HOSTS, 'a year after removal or the last consent');

/** Every table, without partitions. */
export const TABLE_RETENTION: Readonly<Record<string, TableRetention>> = {
  'audit.entry': CHAINED,
  'audit.head': CHAINED,
  'book.tree_head': PUBLIC,
  'book.cosignature': PUBLIC,
  'book.entry': PUBLIC,
  'book.head': PUBLIC,
  'book.log_key': PUBLIC,
  'book.quorum_met': PUBLIC,
  'book.node': PUBLIC,
  'book.policy': PUBLIC,
  'book.checkpoint': PUBLIC,
  'complaints.complaint': until('bets'),
  'complaints.complaint_entry': until('bets'),
  'complaints.formal': until('bets'),
  'complaints.formal_entry': until('bets'),
  'desk.canned': NONE,
  'desk.common_question': NONE,
  'desk.entry': until('messages'),
  'desk.file': until('messages'),
  'desk.thread': until('messages'),
  'desk.visitor_entry': OF_VISITOR,
  'desk.visitor_thread': OF_VISITOR,
  'directory.booking': until('messages'),
  'directory.city': NONE,
  'directory.consent': NUMBER,
  'directory.evidence': until('messages'),
  'directory.favourite': until('messages'),
  'directory.guide': NONE,
  'directory.host': OF_HOST,
  'directory.link': OF_HOST,
  'directory.picture': OF_HOST,
  'directory.report': until('messages'),
  'directory.verification': OF_HOST,
  'draw.beacon_head': NONE,
  'draw.draw': NONE,
  'draw.fault': NONE,
  'draw.leaf_page': PUBLIC,
  'draw.lease': NONE,
  'draw.offer': NONE,
  'draw.override': NONE,
  'draw.seal': NONE,
  'draw.settlement_chunk': NONE,
  'draw.settlement_queue': NONE,
  'draw.settlement_step': NONE,
  'draw.day_turnover': NONE,
  'draw.turnover': NONE,
  'draw.void': NONE,
  'house.admission_rule': NONE,
  'house.banner': NONE,
  'house.house': NONE,
  'house.notice': NONE,
  'house.notice_text': NONE,
  'house.face': NONE,
  'house.icon': NONE,
  'house.logo': NONE,
  'house.payment_logo': NONE,
  'house.service': NONE,
  'house.switch': NONE,
  'ledger.balance': NUMBER,
  'ledger.snapshot': NONE,
  'ledger.fault': NUMBER,
  'ledger.gate': NONE,
  'ledger.hold': NUMBER,
  'ledger.liabilities': NONE,
  'ledger.line_day': NUMBER,
  'ledger.owed': byJob('delete old liability paths', '35 days'),
  'ledger.owed_page': byJob('delete old liability paths', '35 days'),
  'ledger.day_total': NONE,
  'ledger.reconciled_kind': NONE,
  'ledger.reconciliation': NONE,
  'ledger.request': NUMBER,
  'ledger.transfer': NUMBER,
  'lottery.abandoned_key': byJob('delete abandoned slip keys', 'two days'),
  'lottery.class': NONE,
  'lottery.gate': NONE,
  'lottery.retirement': NONE,
  'lottery.odds_table': NONE,
  'lottery.lottery': NONE,
  'lottery.play_session': until('bets'),
  'lottery.member_exposure': until('bets'),
  'lottery.lottery_display': NONE,
  'lottery.slip': NUMBER,
  'lottery.slip_key': until('bets'),
  'lottery.stop': NONE,
  'lottery.switch': NONE,
  'members.agreement': NONE,
  'members.avatar': until('avatar'),
  'members.closure': NUMBER,
  'members.consent': until('consents'),
  'members.erasure': byJob('erase data after retention', '36 days after the erasure'),
  'members.exclusion': until('person'),
  'members.exclusion_end': until('person'),
  'members.exclusion_end_request': until('person'),
  'members.funds_acknowledgement': until('consents'),
  'members.finance_password': until('person'),
  'members.finance_reset': until('person'),
  'members.house_invite': NONE,
  'members.identity_check': until('person'),
  'members.invite': NUMBER,
  'members.invite_batch': NONE,
  'members.limit_prompt': byJob(SESSIONS_AND_HOSTS, 'with the person'),
  'members.limit_request': until('person'),
  'members.limit_review': until('person'),
  'members.limit_set': until('person'),
  'members.member': until('person'),
  'members.member_invite': until('person'),
  'members.message': until('messages'),
  'members.note': byJob(SESSIONS_AND_HOSTS, 'with the person'),
  'members.person_fingerprint': until('recognition'),
  'members.possible_match': byJob(SESSIONS_AND_HOSTS, 'with either person'),
  'members.push_setting': until('push'),
  'members.push_subscription': until('push'),
  'members.push_task': until('push'),
  'members.real_name': until('person'),
  'members.recovery_code': until('person'),
  'members.recovery_request': OF_VISITOR,
  'members.register_answer': until('person'),
  'members.retention': NONE,
  'members.session': byJob(SESSIONS_AND_HOSTS, '90 days after it ended'),
  'members.start_grant': NONE,
  'members.suspension': until('person'),
  'members.attempt_count': byJob('delete old attempts', 'an hour'),
  'members.user_name_claim': until('person'),
  'members.user_name_look': until('person'),
  'payments.bank': NONE,
  'payments.correction': NUMBER,
  'payments.correction_claim': NUMBER,
  'payments.legal_hold': until('money'),
  'payments.payee': until('person'),
  'payments.payee_permit': until('person'),
  'payments.payment': NUMBER,
  'payments.payment_claim': NUMBER,
  'payments.payment_review': until('money'),
  'payments.payout_health': NONE,
  'payments.payout_outcome': NUMBER,
  'payments.provider_event': NUMBER,
  'payments.provider_message': byJob('delete old provider messages', '90 days'),
  'payments.reference': NUMBER,
  'payments.rule': NONE,
  'payments.top_up': until('money'),
  'payments.top_up_event': NUMBER,
  'payments.withdrawal': until('money'),
  'payments.withdrawal_assignment': NUMBER,
  'payments.withdrawal_event': NUMBER,
  'payments.withdrawal_review': until('money'),
  'risk.assessment': until('person'),
  'risk.indicator': until('person'),
  'risk.interaction': until('person'),
  'risk.limit_suggestion': until('person'),
  'risk.member_case': until('person'),
  'staff.account': STAFF_ACTS,
  'staff.challenge': byJob(SESSIONS_AND_HOSTS, 'an hour'),
  'staff.instruction': NUMBER,
  'staff.list_choice': STAFF_ACTS,
  'staff.list_view': STAFF_ACTS,
  'staff.passkey': STAFF_ACTS,
  'staff.proposal': STAFF_ACTS,
  'staff.session': byJob(SESSIONS_AND_HOSTS, '90 days after it ended'),
  'video.captions': NONE,
  'video.choice': until('films'),
  'video.class': NONE,
  'video.cover': NONE,
  'video.film': NONE,
  'video.later': until('films'),
  'video.play': until('films'),
  'video.plays': NONE,
  'video.progress': until('films'),
  'video.purchase': until('money'),
  'video.terms': NONE,
  'video.title': NONE,
};
