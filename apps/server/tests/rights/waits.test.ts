import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { type Club, openClub } from '../kit/club.ts';

// A thief with the password of `api` can act as a member. The day that a member has to notice and stop a new finance
// password or payee passes all the same.

let club: Club;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

const api = (text: string, values: unknown[]) => club.pool.query(text, values);
const inMs = (ms: number) => new Date(club.clock.nowMs() + ms);
const REFUSED = { code: '42501' };
const HOUR_MS = 3_600_000;

describe('a reset of the finance password', () => {
  const reset = (effectiveAt: Date) =>
    api(
      `insert into members.finance_reset (bucket, member_id, id, started_by, started_at, effective_at)
       values ($1, $2, $3, $3, $4, $5)`,
      [member.bucket, member.memberId, newId(), inMs(-2 * DAY_MS), effectiveAt],
    );

  test('takes a day, whatever its row says', async () => {
    member = await club.member();
    for (const ms of [-DAY_MS, 0, HOUR_MS, 23 * HOUR_MS]) await expect(reset(inMs(ms))).rejects.toMatchObject(REFUSED);
    await reset(inMs(DAY_MS));
    await expect(
      api('update members.finance_reset set effective_at = $2 where member_id = $1', [member.memberId, inMs(0)]),
    ).rejects.toMatchObject(REFUSED);
  });
});

describe('a payee', () => {
  const bind = (activeAt: Date) =>
    api(
      `insert into payments.payee (bucket, member_id, id, kind, bank_code, holder, masked, phone_masked, provider,
         encrypted, key_id, bound_at, active_at) values ($1, $2, $3, 'iban', 'x', 'x', 'x', 'x', 'x', '', 'x', $4, $4)`,
      [member.bucket, member.memberId, newId(), activeAt],
    );
  const end = (at: Date | null) =>
    api('update payments.payee set ended_at = $2 where member_id = $1', [member.memberId, at]);

  test('is active at once if it is the first, and a day later if it follows another', async () => {
    member = await club.member();
    await bind(inMs(0));
    for (const ms of [-DAY_MS, -HOUR_MS]) await expect(end(inMs(ms))).rejects.toMatchObject(REFUSED);
    // As if the old one had just ended, or ended long ago.
    await end(inMs(0));
    for (const ms of [-DAY_MS, 0, 23 * HOUR_MS]) await expect(bind(inMs(ms))).rejects.toMatchObject(REFUSED);
    await club.clock.forward(30 * DAY_MS);
    await expect(bind(inMs(0))).rejects.toMatchObject(REFUSED);
    await bind(inMs(DAY_MS));
  });

  test('cannot be moved to another member, nor its activity brought forward', async () => {
    for (const change of ['active_at = clock.now()', 'member_id = gen_random_uuid()', 'bound_at = clock.now()']) {
      await expect(
        api(`update payments.payee set ${change} where member_id = $1`, [member.memberId]),
      ).rejects.toMatchObject(REFUSED);
    }
  });
});
