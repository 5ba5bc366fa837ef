import type { ProcessRole } from './roles.ts';

/**
 * Which processes' roles may execute a function, by its name (no two of ours share one). Nobody else may, PUBLIC
 * included. `lends`: it runs with the rights of its owner, the others with the caller's.
 *
 * Held by `tests/rights`: every function is listed, and those that lend fix their search path.
 */
export interface FunctionRights {
  roles: readonly ProcessRole[];
  lends?: true;
}

const ALL: readonly ProcessRole[] = ['api', 'draw', 'jobs'];
const API: readonly ProcessRole[] = ['api'];
const DRAW: readonly ProcessRole[] = ['draw'];
const JOBS: readonly ProcessRole[] = ['jobs'];
const API_JOBS: readonly ProcessRole[] = ['api', 'jobs'];
/** Called by functions that lend, and by the owner. */
const NOBODY: readonly ProcessRole[] = [];

export const FUNCTION_RIGHTS: Readonly<Record<string, FunctionRights>> = {
  'audit.append': { roles: API, lends: true },
  'audit.seen_in': { roles: API },
  'audit.take_head': { roles: API, lends: true },
  'audit.write': { roles: NOBODY, lends: true },
  'book.append': { roles: ['draw', 'jobs'], lends: true },
  'book.mark': { roles: ALL, lends: true },
  'book.may_append': { roles: NOBODY },
  'book.take_head': { roles: ALL, lends: true },
  'book.write': { roles: NOBODY, lends: true },
  'clock.now': { roles: ALL },
  'clock.now_ms': { roles: ALL },
  'draw.may_draw': { roles: DRAW },
  'draw.may_override': { roles: DRAW },
  'draw.may_seal': { roles: DRAW },
  'draw.may_void': { roles: DRAW },
  'draw.pay_chunk': { roles: DRAW, lends: true },
  'draw.sealing': { roles: DRAW },
  'ledger.close_epoch': { roles: JOBS, lends: true },
  'ledger.delta': { roles: API_JOBS },
  'ledger.extend_partitions': { roles: JOBS, lends: true },
  'ledger.forget_owed': { roles: JOBS, lends: true },
  'ledger.has_play_credits': { roles: ALL, lends: true },
  'ledger.hold_epoch': { roles: DRAW, lends: true },
  'ledger.lines': { roles: API },
  'ledger.lock': { roles: API_JOBS, lends: true },
  'ledger.part_of': { roles: API_JOBS },
  'ledger.pay_back': { roles: NOBODY, lends: true },
  'ledger.post': { roles: API_JOBS, lends: true },
  'ledger.write': { roles: NOBODY, lends: true },
  'ledger.write_stakes': { roles: NOBODY, lends: true },
  'lottery.base_budget': { roles: DRAW },
  'lottery.borrow_budget': { roles: API, lends: true },
  'lottery.may_table': { roles: NOBODY },
  'lottery.place_slips': { roles: API, lends: true },
  'lottery.publish_table': { roles: API_JOBS, lends: true },
  'lottery.refresh_play': { roles: API, lends: true },
  'lottery.sum_play': { roles: API },
  'lottery.why_closed': { roles: NOBODY },
  'members.begin_try': { roles: API },
  'members.count_try': { roles: API },
  'members.end_try': { roles: API },
  'members.erasable': { roles: JOBS, lends: true },
  'members.erase_account': { roles: JOBS, lends: true },
  'members.erase_batch': { roles: NOBODY },
  'members.erase_kept': { roles: JOBS, lends: true },
  'members.give_back': { roles: API },
  'members.identity_fault': { roles: API },
  'members.kept_since': { roles: NOBODY },
  'members.known_country': { roles: API },
  'members.lock_member': { roles: API_JOBS, lends: true },
  'payments.figures': { roles: ALL, lends: true },
  'payments.may_rule': { roles: NOBODY },
  'payments.publish_rule': { roles: API_JOBS, lends: true },
  'staff.add_passkey': { roles: API, lends: true },
  'staff.ask_challenge': { roles: API, lends: true },
  'staff.changes_account': { roles: NOBODY },
  'staff.decide': { roles: API, lends: true },
  'staff.end_sessions': { roles: API, lends: true },
  'staff.lock_accounts': { roles: API, lends: true },
  'staff.propose': { roles: API, lends: true },
  'staff.remove_passkeys': { roles: API, lends: true },
  'staff.start_session': { roles: API, lends: true },
  'staff.take_challenge': { roles: API, lends: true },
  'staff.take_step': { roles: API, lends: true },
  'staff.use_passkey': { roles: API, lends: true },
  'staff.use_session': { roles: API, lends: true },
  'staff.write_account': { roles: API, lends: true },
  'video.is_posted': { roles: API_JOBS },
};
