import { ATTEMPTS, ENCRYPTED, HASH, KEY, KEY_ID, type Plan, STAFF } from './plan.ts';

/** Film name in English, or else in its first language. */
const FILM = {
  film: `(select e.value->>'name' from video.title t cross join jsonb_each(t.texts) e
    where t.id = title_id order by e.key = 'en' desc, e.key limit 1)`,
};

/** Host name in English, or else in their first language; null for a removed host. */
const HOST = {
  host: `(select e.value->>'name' from directory.host h cross join jsonb_each(h.texts) e
    where h.id = host_id order by e.key = 'en' desc, e.key limit 1)`,
};

/** Plans of the tables with a member's own settings, content and requests. */
export const GROUND_PLANS: readonly Plan[] = [
  {
    name: 'avatar',
    table: 'members.avatar',
    columns: ['made', 'version', 'set_at'],
    leftOut: { picture: 'the picture itself, which the app shows and gives' },
    by: ['set_at'],
  },
  {
    name: 'erasures',
    table: 'members.erasure',
    columns: ['kind', 'at'],
    leftOut: {
      user_name: 'the user name once more, for a while, by which earlier proofs of what was owed are made again',
    },
    by: ['kind'],
  },
  {
    name: 'limits',
    table: 'members.limit_set',
    columns: ['kind', 'version', 'value', 'set_at', 'request_id', 'asked_at'],
    leftOut: {
      prev_version: 'the version before, which is there',
      prev_value: 'the version before, which is there',
      prev_set_at: 'the version before, which is there',
    },
    by: ['kind', 'version'],
  },
  {
    name: 'limitsAskedFor',
    table: 'members.limit_request',
    columns: ['kind', 'id', 'value', 'asked_at', 'dropped_at'],
    by: ['asked_at', 'id'],
  },
  {
    name: 'fundsAcknowledgements',
    table: 'members.funds_acknowledgement',
    columns: ['version', 'rating', 'at'],
    by: ['at'],
  },
  { name: 'limitPrompts', table: 'members.limit_prompt', columns: ['at'], by: ['at'] },
  { name: 'limitReviews', table: 'members.limit_review', columns: ['at'], by: ['at'] },
  {
    name: 'exclusions',
    table: 'members.exclusion',
    columns: ['id', 'kind', 'from_at', 'hours', 'pays_out', 'by_staff'],
    leftOut: { copied_from: 'another account of the same person' },
    by: ['from_at', 'id'],
  },
  {
    name: 'exclusionEndRequests',
    table: 'members.exclusion_end_request',
    columns: ['id', 'asked_at'],
    by: ['asked_at', 'id'],
  },
  {
    name: 'exclusionEnds',
    table: 'members.exclusion_end',
    columns: ['request_id', 'asked_at', 'ended_at'],
    by: ['ended_at', 'request_id'],
  },
  {
    name: 'identityChecks',
    table: 'members.identity_check',
    columns: [
      ...['id', 'provider', 'provider_ref', 'state', 'reason', 'country', 'document_kind', 'good_until'],
      ...['name_version', 'started_at', 'expires_at', 'decided_at', 'ended_at'],
    ],
    leftOut: { url: 'the address of a page that is open no more', next_at: ATTEMPTS },
    by: ['started_at', 'id'],
  },
  {
    name: 'exclusionRegister',
    table: 'members.register_answer',
    columns: ['name_version', 'excluded', 'reference', 'answered_at'],
    by: ['answered_at'],
  },
  {
    name: 'personMarks',
    table: 'members.person_fingerprint',
    columns: ['kind', 'at'],
    leftOut: { hash: HASH },
    by: ['at', 'kind'],
  },
  {
    name: 'play',
    table: 'lottery.play_session',
    columns: [
      ...['started_at', 'last_at', 'checked_at', 'staked_day', 'lost_day', 'lost_week', 'lost_month', 'summed_at'],
    ],
    leftOut: { stale_at: 'until when the sums are good for; they follow from the statement' },
    by: ['started_at'],
  },
  {
    name: 'memberInvites',
    table: 'members.member_invite',
    columns: ['id', 'created_at', 'expires_at'],
    leftOut: { key: KEY, code_hash: HASH, encrypted: ENCRYPTED, key_id: KEY_ID },
    by: ['id'],
  },
  { name: 'signsLookedFor', table: 'risk.assessment', columns: ['at', 'time_zone'], by: ['at'] },
  {
    name: 'signs',
    table: 'risk.indicator',
    columns: ['kind', 'level', 'figure', 'usual', 'since'],
    by: ['kind'],
  },
  {
    name: 'playCases',
    table: 'risk.member_case',
    columns: ['id', 'reason', 'signs', 'days', 'threshold', 'net', 'opened_at', 'due_at', 'closed_at'],
    by: ['opened_at', 'id'],
  },
  {
    name: 'playTalks',
    table: 'risk.interaction',
    columns: ['case_id', 'id', 'action', 'outcome', 'words', 'follow_up_at', 'at'],
    leftOut: { staff_id: STAFF },
    by: ['at', 'id'],
  },
  {
    name: 'limitSuggestions',
    table: 'risk.limit_suggestion',
    columns: ['id', 'case_id', 'kind', 'value', 'at', 'expires_at', 'answer', 'answered_at'],
    by: ['at', 'id'],
  },
  {
    name: 'questions',
    table: 'complaints.complaint',
    columns: ['id', 'slip_id', 'draw_id', 'evidence', 'asked_at', 'due_at', 'answered_at'],
    leftOut: { receipt_hash: 'follows from the receipt', evidence_hash: 'follows from the evidence' },
    by: ['asked_at', 'id'],
  },
  {
    name: 'questionWords',
    table: 'complaints.complaint_entry',
    columns: ['complaint_id', 'id', 'words', 'at'],
    leftOut: { staff_id: STAFF, key: KEY },
    by: ['at', 'id'],
  },
  {
    name: 'formalComplaints',
    table: 'complaints.formal',
    columns: [
      ...[
        'id',
        'number',
        'subject',
        'stage',
        'outcome',
        'filed_at',
        'due_at',
        'answer_due_at',
        'extended_at',
        'replied_at',
        'answered_at',
        'second_at',
      ],
      'closed_at',
    ],
    leftOut: { answered_by: STAFF },
    by: ['filed_at', 'id'],
  },
  {
    name: 'formalComplaintWords',
    table: 'complaints.formal_entry',
    columns: ['complaint_id', 'id', 'kind', 'words', 'at'],
    leftOut: { staff_id: STAFF, key: KEY },
    by: ['at', 'id'],
  },
  {
    name: 'threads',
    table: 'desk.thread',
    columns: [
      ...['id', 'subject', 'host_id', 'opened_at', 'last_at', 'entries', 'waits_since', 'closed_at', 'closed_by'],
      ...['member_read', 'house_read', 'rating', 'rating_words', 'rated_at', 'assigned_at', 'snoozed_until', 'labels'],
    ],
    leftOut: {
      member_told: 'says only whether a message told of an answer, which is there as a message',
      assigned_to: STAFF,
    },
    by: ['opened_at', 'id'],
  },
  {
    name: 'threadWords',
    table: 'desk.entry',
    columns: ['thread_id', 'n', 'role', 'words', 'at'],
    leftOut: { staff_id: STAFF, key: KEY },
    by: ['at', 'thread_id', 'n'],
  },
  {
    name: 'threadFiles',
    table: 'desk.file',
    columns: ['thread_id', 'n', 'kind', 'name'],
    leftOut: { sent_hash: HASH, content: 'the file itself, which the app gives beside the words' },
    by: ['thread_id', 'n'],
  },
  {
    name: 'hostReports',
    table: 'directory.report',
    named: HOST,
    columns: ['id', 'host_id', 'reason', 'words', 'at', 'decided_at', 'outcome', 'answer'],
    leftOut: { key: KEY, decided_by: STAFF },
    by: ['at', 'id'],
  },
  {
    name: 'hostReportPictures',
    table: 'directory.evidence',
    columns: ['report_id', 'n', 'at'],
    leftOut: { key: KEY, content: 'a picture that you sent with the report' },
    by: ['at', 'report_id', 'n'],
  },
  {
    name: 'hostBookings',
    table: 'directory.booking',
    named: HOST,
    columns: [
      ...['id', 'host_id', 'thread_id', 'service', 'language', 'day', 'hour', 'note', 'state', 'proposed_day'],
      ...['proposed_hour', 'proposed_note', 'declined_by', 'declined_why', 'at', 'changed_at'],
    ],
    leftOut: {
      key: KEY,
      version: 'a number by which two changes at once are told apart',
      untold: 'says only whether a message is due',
    },
    by: ['at', 'id'],
  },
  {
    name: 'favouriteHosts',
    table: 'directory.favourite',
    named: HOST,
    columns: ['host_id', 'at'],
    by: ['at', 'host_id'],
  },
  {
    name: 'filmsBought',
    table: 'video.purchase',
    named: FILM,
    columns: ['id', 'title_id', 'day', 'price', 'at', 'until', 'refunded_at'],
    leftOut: { refunded_by: STAFF },
    by: ['at', 'id'],
  },
  {
    name: 'filmsWatched',
    table: 'video.progress',
    named: FILM,
    columns: ['title_id', 'position_ms', 'at'],
    by: ['at', 'title_id'],
  },
  {
    name: 'filmsLater',
    table: 'video.later',
    named: FILM,
    columns: ['title_id', 'at'],
    by: ['at', 'title_id'],
  },
  { name: 'filmChoices', table: 'video.choice', columns: ['history', 'access', 'at'], by: ['at'] },
];
