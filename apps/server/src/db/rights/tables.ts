import type { ProcessRole } from './roles.ts';

/**
 * Rights of each process's role to each table and view, in PostgreSQL's words. Anything not listed is forbidden. A
 * role has no rights to day partitions and reads them through their parent table.
 *
 * `tests/rights` enforces that every table is listed, that history has neither `update` nor `delete`, and that `draw`
 * sees no person.
 */
export type TableRights = Readonly<Record<string, Partial<Record<ProcessRole, string>>>>;

/** Read by every process: public facts of the club and the state of its draws. */
const READ = { api: 'select', draw: 'select', jobs: 'select' } as const;
/** Set and shown only by the console and the members' app. */
const API_READ = { api: 'select' } as const;
const API_ADD = { api: 'select, insert' } as const;

const BOOK_AND_DRAW: TableRights = {
  // Only functions write the book. `draw` signs it.
  'book.tree_head': READ,
  'book.cosignature': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'book.entry': READ,
  'book.head': READ,
  'book.log_key': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'book.quorum_met': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'book.node': READ,
  'book.policy': { api: 'select', draw: 'select', jobs: 'select, insert' },
  'book.checkpoint': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'draw.beacon_head': { api: 'select', draw: 'select, insert, update (round, seen_at)', jobs: 'select' },
  'draw.day_turnover': {
    api: 'select',
    jobs: 'select, insert, update (draws, late, slips, staked, won, due_sum, due_spread)',
  },
  'draw.draw': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'draw.fault': { api: 'select', draw: 'select, insert (lottery_id, period, step, what)', jobs: 'select' },
  'draw.leaf_page': { api: 'select', draw: 'select, insert' },
  'draw.lease': { api: 'select', draw: 'select, insert, update (holder, until_at)', jobs: 'select' },
  'draw.offer': { api: 'select, insert', draw: 'select, delete' },
  'draw.override': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'draw.seal': { api: 'select', draw: 'select, insert', jobs: 'select' },
  // Only `draw.settle_chunk` writes chunks.
  'draw.settlement_chunk': { api: 'select', draw: 'select', jobs: 'select' },
  'draw.settlement_queue': { api: 'select', draw: 'select, insert, delete', jobs: 'select' },
  'draw.settlement_step': { api: 'select', draw: 'select, insert', jobs: 'select' },
  'draw.turnover': { api: 'select', jobs: 'select, insert' },
  'draw.void': { api: 'select', draw: 'select, insert', jobs: 'select' },
};

const LEDGER_AND_LOTTERY: TableRights = {
  // Only functions write balances, transfers and slips.
  'ledger.balance': { api: 'select', jobs: 'select' },
  'ledger.day_total': { api: 'select', jobs: 'select, insert, update (transfers, amount)' },
  'ledger.snapshot': { api: 'select', draw: 'select', jobs: 'select, insert' },
  'ledger.gate': { api: 'select', jobs: 'select' },
  'ledger.hold': { api: 'select', jobs: 'select' },
  'ledger.fault': {
    api: 'select',
    jobs: 'select, insert (id, what, member_id, kind, day, ref, lottery_id, period, posted, due)',
  },
  'ledger.liabilities': { api: 'select', draw: 'select', jobs: 'select, insert' },
  'ledger.line_day': { api: 'select', jobs: 'select' },
  'ledger.owed': { api: 'select', jobs: 'select, insert' },
  'ledger.owed_page': { api: 'select', jobs: 'select, insert' },
  'ledger.posting': { api: 'select', jobs: 'select' },
  'ledger.reconciled_kind': { jobs: 'select, insert, update (transfers, posted, due)' },
  'ledger.reconciliation': { api: 'select (at)', jobs: 'select' },
  'ledger.request': API_ADD,
  'ledger.statement': API_READ,
  'ledger.transfer': { api: 'select', jobs: 'select' },
  'lottery.abandoned_key': { api: 'select, insert', jobs: 'select (at), delete' },
  'lottery.class': {
    api: 'select, insert (id, key, name, position, texts, hidden), update (name, position, texts, hidden)',
    draw: 'select',
    jobs: 'select',
  },
  'lottery.gate': { api: 'select', draw: 'select, update (period, at_risk, budget)' },
  'lottery.odds_table': READ,
  'lottery.lottery': READ,
  'lottery.play_session': { api: 'select, update (checked_at, summed_at)' },
  'lottery.member_exposure': API_READ,
  'lottery.selection': API_READ,
  'lottery.lottery_display': {
    api: 'select, insert (lottery_id, version, name, description, hot, position, set_by, texts, hidden)',
    draw: 'select',
    jobs: 'select',
  },
  'lottery.retirement': READ,
  // Neither sealing nor drawing needs the member of a slip.
  'lottery.slip': { api: 'select', draw: 'select (lottery_id, period, day, bucket, id, leaf)', jobs: 'select' },
  'lottery.slip_key': { api: 'select', jobs: 'select (bucket, member_id, slip_id, day, lottery_id, period)' },
  'lottery.stop': READ,
  'lottery.switch': READ,
};

const HOUSE_AND_STAFF: TableRights = {
  'audit.entry': { api: 'select', jobs: 'select' },
  'audit.head': { api: 'select', jobs: 'select' },
  'house.admission_rule': {
    api: 'select, insert (version, age_min, countries, register_hours)',
    jobs: 'select, insert (version, age_min, countries, register_hours)',
  },
  'house.banner': {
    api: 'select, insert, update (title, body, link, position, texts, made, picture, version, from_at, until_at, withdrawn_at)',
  },
  'house.face': { api: 'select, insert (version, name, accent_light, accent_dark, ground, logo, set_by)' },
  'house.house': READ,
  'house.icon': API_ADD,
  'house.logo': { api: 'select, insert (id, picture)' },
  'house.notice': {
    api: 'select, insert, update (from_at, until_at, withdrawn_at, version, edited_at)',
    jobs: 'select, insert',
  },
  'house.notice_text': API_ADD,
  'house.payment_logo': { api: 'select, insert, update (name, made, picture, version, place, hidden_at)' },
  'house.service': { api: 'select, insert (version, open, hours, url, texts, set_by)' },
  'house.switch': READ,
  // Only functions write the staff's rows. A row is valid only with its MAC (row-macs.ts).
  'staff.account': { api: 'select', jobs: 'select (id)' },
  'staff.challenge': {},
  'staff.instruction': {
    api: 'select, insert (id, what, subject, body, staff_id, mac)',
    jobs: 'select, update (done_at, refusal)',
  },
  // Settings of the console. They decide nothing but what a list shows first.
  'staff.list_choice': { api: 'select, insert, update (view_id, columns)' },
  'staff.list_view': { api: 'select, insert (id, list, name, owner_id, role, query), update (role, query), delete' },
  'staff.passkey': API_READ,
  'staff.proposal': { api: 'select', jobs: 'select' },
  'staff.session': API_READ,
};

const MEMBERS: TableRights = {
  'members.agreement': API_ADD,
  'members.avatar': { api: 'select, insert, update (made, picture, version, set_at), delete' },
  'members.closure': { api: 'select, insert (bucket, member_id, asked_at)', jobs: 'select, update (done_at)' },
  'members.consent': API_ADD,
  'members.funds_acknowledgement': API_ADD,
  'members.erasure': { api: 'select', jobs: 'select' },
  'members.exclusion': {
    api: 'select, insert (bucket, member_id, id, kind, hours, copied_from, pays_out, by_staff)',
    jobs: 'select, insert (bucket, member_id, id, kind, hours, copied_from)',
  },
  'members.exclusion_end': { api: 'select, insert (bucket, member_id, request_id, asked_at)', jobs: 'select' },
  'members.exclusion_end_request': { api: 'select, insert (bucket, member_id, id)', jobs: 'select' },
  'members.finance_password': {
    api: 'select, insert, update (hash, pepper_id, set_at, wrong, locks, locked_until, open, open_until)',
  },
  'members.finance_reset': { api: 'select, insert, update (cancelled_at, used_at)' },
  'members.house_invite': API_ADD,
  'members.identity_check': {
    api:
      'select, insert (bucket, member_id, id, provider, state, started_at, expires_at, next_at), update (provider_ref, ' +
      'url, state, reason, country, document_kind, good_until, name_version, next_at, decided_at, ended_at)',
    jobs:
      'select, update (provider_ref, url, state, reason, country, document_kind, good_until, name_version, next_at, ' +
      'decided_at, ended_at)',
  },
  'members.invite': { api: 'select, insert, update (used_bucket, used_by, used_at, withdrawn_at, of_age_on)' },
  'members.invite_batch': API_ADD,
  'members.limit_prompt': { api: 'select, insert (bucket, member_id)' },
  'members.limit_request': {
    api: 'select, insert (bucket, member_id, kind, id, value), update (dropped_at)',
    jobs: 'select',
  },
  'members.limit_review': { api: 'select, insert (bucket, member_id)' },
  'members.limit_set': {
    api:
      'select, insert (bucket, member_id, kind, version, value, prev_version, prev_value, prev_set_at, request_id, ' +
      'asked_at)',
    jobs: 'select',
  },
  'members.member': {
    api: 'select, insert, update (password_hash, agreement_version, agreed_at, locale, sex)',
    // Without the password hash.
    jobs: 'select (bucket, member_id, user_name, birth_date, locale, created_at)',
  },
  'members.member_invite': API_ADD,
  'members.message': { api: 'select, insert, update (read_at)', jobs: 'select, insert' },
  'members.note': { api: 'select, insert (bucket, member_id, id, staff_id, words)' },
  'members.person_fingerprint': {
    api: 'select, insert (bucket, member_id, kind, hash)',
    jobs: 'select, insert (bucket, member_id, kind, hash)',
  },
  'members.possible_match': {
    api: 'select, insert (bucket, member_id, id, other_bucket, other_id, found_at), update (verdict, decided_by, decided_at)',
    jobs: 'select, insert (bucket, member_id, id, other_bucket, other_id, found_at)',
  },
  'members.push_setting': {
    api: 'select, insert, update (muted, quiet_from, quiet_to, time_zone, set_at)',
    jobs: 'select',
  },
  'members.push_subscription': { api: 'select, insert, update (session_hash), delete', jobs: 'select, delete' },
  'members.push_task': { api: 'select, insert', jobs: 'select, insert, update (attempts, next_at), delete' },
  'members.real_name': { api: 'select, insert', jobs: 'select, insert' },
  'members.recovery_code': { api: 'select, insert, update (used_at), delete' },
  'members.recovery_request': {
    api: 'select, insert, update (notified_at, decision, decided_at, decided_by, why, completed_at)',
    jobs:
      'select (thread_id, member_bucket, member_id, requested_at, notified_at, decision, decided_at, completed_at), ' +
      'update (notified_at)',
  },
  // Written by the owner from retention.json.
  'members.register_answer': {
    api: 'select, insert, update (name_version, excluded, reference, answered_at)',
    jobs: 'select, insert, update (name_version, excluded, reference, answered_at)',
  },
  'members.retention': {},
  'members.session': {
    api: 'select, insert, update (token_hash, restricted, seen_at, used_at, idle_until, ended_at)',
    jobs: 'select (bucket, member_id, seen_at, ended_at), update (restricted)',
  },
  // Read only by functions.
  'members.start_grant': {},
  'members.suspension': { api: 'select, insert, update (lifted_at)' },
  'members.attempt_count': {
    api: 'select, insert, update (attempts, until_at, open, open_until), delete',
    jobs: 'select (key, until_at), delete',
  },
  'members.user_name_claim': API_ADD,
  'members.user_name_look': API_ADD,
};

const PAYMENTS: TableRights = {
  'payments.bank': { api: 'select', jobs: 'select' },
  'payments.correction': { api: 'select', jobs: 'select' },
  'payments.correction_claim': { api: 'select', jobs: 'select, insert' },
  // Written once, by the owner.
  'payments.legal_hold': {
    api:
      'select, insert (bucket, member_id, id, authority, reference, proposed_by, expires_at, why, mac), update (confirmed_by, ' +
      'from_at, confirmed_mac, lifted_at)',
    jobs: 'select',
  },
  'payments.payee': { api: 'select, insert, update (ended_at)', jobs: 'select' },
  'payments.payee_permit': { api: 'select, insert, update (used_at)' },
  'payments.payment': {
    // An update right to any column allows locking the row.
    api: 'select, update (attempts)',
    jobs: 'select, insert, update (state, reason, payer, ended_at, attempts, next_at, refund_ref)',
  },
  'payments.payment_claim': { api: 'select', jobs: 'select, insert' },
  'payments.payment_review': { api: 'select, insert', jobs: 'select' },
  'payments.payout_health': { api: 'select', jobs: 'select, insert, update (fault)' },
  'payments.payout_outcome': { api: 'select, insert', jobs: 'select, insert' },
  'payments.provider_event': { api: 'select', jobs: 'select, insert, update (attempts, next_at, handled_at, outcome)' },
  // Encrypted: the receiver of a message can neither read it back nor mark it as verified.
  'payments.provider_message': {
    api: 'insert (id, provider, encrypted, key_id)',
    jobs: 'select, update (attempts, next_at, handled_at, outcome, encrypted, key_id)',
  },
  'payments.reference': { api: 'select, insert', jobs: 'select, insert' },
  'payments.rule': { api: 'select', jobs: 'select' },
  'payments.top_up': {
    api: 'select, insert, update (state, checkout_ref, checkout_url, ended_at, next_at)',
    jobs: 'select, update (state, checkout_ref, checkout_url, ended_at, next_at)',
  },
  'payments.top_up_event': { api: 'select, insert', jobs: 'select, insert' },
  'payments.withdrawal': {
    // Only functions add rows, together with the hold. An update right to any column allows locking the row.
    api: 'select, update (attempts)',
    // A function sets the time of the next try, within bounds.
    jobs: 'select, update (provider_ref, trace_ref)',
  },
  'payments.withdrawal_assignment': { api: 'select, insert, update (staff_id, at, until_at), delete' },
  'payments.withdrawal_event': { api: 'select, insert', jobs: 'select, insert' },
  'payments.withdrawal_review': { api: 'select, insert', jobs: 'select' },
};

const DESK_AND_GUIDE: TableRights = {
  'complaints.complaint': { api: 'select, insert, update (answered_at)' },
  'complaints.complaint_entry': API_ADD,
  'complaints.formal': {
    api:
      'select, insert, update (stage, outcome, due_at, answer_due_at, extended_at, replied_at, answered_at, ' +
      'answered_by, second_at, closed_at)',
  },
  'complaints.formal_entry': API_ADD,
  'desk.canned': { api: 'select, insert, update (title, texts, changed_by, changed_at, hidden_at)' },
  'desk.common_question': { api: 'select, insert, update (texts, place, changed_by, changed_at, hidden_at)' },
  'desk.entry': { api: 'select, insert', jobs: 'select (bucket, member_id, thread_id, n, staff_id, at)' },
  'desk.file': API_ADD,
  'desk.thread': {
    api:
      'select, insert, update (last_at, entries, waits_since, closed_at, closed_by, member_read, house_read, ' +
      'rating, rating_words, rated_at, assigned_to, assigned_at, snoozed_until, labels)',
    jobs: 'select, update (member_told)',
  },
  'desk.visitor_entry': API_ADD,
  'desk.visitor_thread': { api: 'select, insert, update (last_at, entries, waits_since, closed_at)' },
  'directory.booking': {
    api:
      'select, insert, update (state, version, proposed_day, proposed_hour, proposed_note, declined_by, ' +
      'declined_why, changed_at)',
  },
  'directory.city': { api: 'select, insert, update (texts, country, tier, latitude, longitude, hidden_at)' },
  'directory.consent': { api: 'select, insert, update (withdrawn_at)' },
  'directory.evidence': API_ADD,
  'directory.favourite': { api: 'select, insert, delete' },
  'directory.guide': API_ADD,
  'directory.host': {
    api:
      'select, insert, update (city_id, services, languages, texts, draft, draft_version, draft_by, draft_refused, ' +
      'paused_at, hidden_at, barred_at, removed_at, weekdays, days_off)',
  },
  'directory.link': { api: 'select, insert, update (ended_at)' },
  'directory.picture': { api: 'select, insert, update (picture, place, approved_at, removed_at)' },
  'directory.report': { api: 'select, insert, update (decided_at, decided_by, outcome, answer)' },
  'directory.shown_host': API_READ,
  'directory.verification': { api: 'select, insert, update (confirmed_by, confirmed_at, revoked_at)' },
};

const VIDEO: TableRights = {
  'video.captions': { api: 'select, insert, update (version), delete' },
  'video.choice': { api: 'select, insert, update (history, access, at)' },
  // Only functions write the times from which purchases are refunded.
  'video.class': { api: 'select, insert (id, slug, position, texts), update (position, texts)', jobs: 'select' },
  'video.cover': { api: 'select, insert, update (version, picture), delete' },
  'video.film': {
    api: 'select, insert, update (state, received, fault, percent, attempts)',
    jobs: 'select, update (state, fault, percent, attempts, holder, held_until, duration_ms, preview_ms, made, ready_at)',
  },
  'video.later': { api: 'select, insert, delete' },
  'video.play': { api: 'select, insert', jobs: 'select, update (counted), delete' },
  'video.plays': { api: 'select', jobs: 'select, insert, update (plays)' },
  'video.progress': { api: 'select, insert, update (position_ms, at), delete' },
  'video.purchase': { api: 'select', jobs: 'select' },
  'video.terms': API_ADD,
  'video.title': {
    api:
      'select, insert (id, class_id, texts, age, access, balance, price, hours, start_ms, recommended, created_at, ' +
      'published_at), update (texts, age, access, balance, price, hours, start_ms, recommended, published_at)',
    jobs: 'select, update (film_id)',
  },
};

/** Signs of harm: the job writes them, the member and staff read them. */
const RISK: TableRights = {
  'risk.assessment': { api: 'select', jobs: 'select, insert, update (at, time_zone)' },
  'risk.indicator': { api: 'select', jobs: 'select, insert, update (level, figure, usual, since), delete' },
  'risk.interaction': { api: 'select, insert', jobs: 'select' },
  'risk.limit_suggestion': { api: 'select, insert, update (answer, answered_at)' },
  'risk.member_case': {
    api: 'select, update (due_at, closed_at)',
    jobs: 'select, insert (bucket, member_id, id, reason, signs, days, threshold, net, opened_at, due_at)',
  },
};

export const TABLE_RIGHTS: TableRights = {
  ...BOOK_AND_DRAW,
  ...RISK,
  ...LEDGER_AND_LOTTERY,
  ...HOUSE_AND_STAFF,
  ...MEMBERS,
  ...PAYMENTS,
  ...DESK_AND_GUIDE,
  ...VIDEO,
};
