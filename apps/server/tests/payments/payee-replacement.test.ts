import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activePayee, decryptPayee, findPayee, nextPayee } from '../../src/payments/payees/payees.ts';
import { call, signIn } from '../http/server.ts';
import { IBAN, REAL_NAME } from '../kit/persons.ts';
import { signedInStaff } from '../kit/staff.ts';
import { type BindingWorld, CARD_FORM, codeOf, DAY_MS, OTHER_FORM, OTHER_IBAN, openBindingWorld } from './binding.ts';

let world: BindingWorld;
beforeAll(async () => {
  world = await openBindingWorld();
});
afterAll(() => world.close());

describe('a replacement', () => {
  test('needs leave from support, which is told to the member and written into the log of acts', async () => {
    const member = await world.newMember();
    expect(await codeOf(await world.permit(member))).toBe('payee-first');
    await world.bind(member);
    expect(await codeOf(await world.bind(member, OTHER_FORM))).toBe('already-set');
    const support = await signedInStaff(world.club, 'support');
    const answer = await world.permit(member, support);
    expect([answer.status, await answer.json()]).toEqual([201, { expiresAtMs: world.club.clock.nowMs() + 7 * DAY_MS }]);
    expect(await codeOf(await world.permit(member, support))).toBe('already-set');
    expect(await world.personOf(member)).toMatchObject({ mayReplacePayee: true });
    expect(await world.messageKindsOf(member)).toEqual(['payee-bound', 'payee-permit']);
    const { rows } = await world.club.owner.query('select act, staff_id from audit.entry where member_id = $1', [
      member.memberId,
    ]);
    expect(rows).toEqual([{ act: 'payee-permit', staff_id: support.id }]);
  });

  test.each(['finance', 'content', 'auditor', 'owner'] as const)('has no leave from %s', async (role) => {
    const member = await world.newMember();
    await world.bind(member);
    expect(await codeOf(await world.permit(member, await signedInStaff(world.club, role)))).toBe('forbidden');
    expect(await codeOf(await world.permit(member, undefined, ''))).toBe('reason-needed');
  });

  test('is active a day later; until then payouts go to the one before, and the member sees both', async () => {
    const member = await world.newMember();
    await world.bind(member);
    const before = await activePayee(world.club.db, member);
    await world.permit(member);
    const answer = await world.bind(member, OTHER_FORM);
    const activeAtMs = world.club.clock.nowMs() + DAY_MS;
    expect(await answer.json()).toMatchObject({ payee: { masked: 'GB•• •••• 6819', activeAtMs } });
    const person = await world.personOf(member);
    expect(person).toMatchObject({
      payee: { masked: 'DE•• •••• 3000' },
      nextPayee: { activeAtMs },
      mayReplacePayee: false,
    });
    await world.club.clock.forward(DAY_MS - 1);
    expect((await activePayee(world.club.db, member))?.id).toBe(before?.id);
    await world.club.clock.forward(1);
    const after = await activePayee(world.club.db, member);
    expect(after && decryptPayee(world.wallet.payments, after)).toEqual({ kind: 'iban', iban: OTHER_IBAN });
    expect(await nextPayee(world.club.db, member)).toBeNull();
    expect(await world.personOf(member)).toMatchObject({ payee: { masked: 'GB•• •••• 6819' }, nextPayee: null });
    // Earlier payouts keep the account to which they were sent.
    const old = await findPayee(world.club.db, member, before?.id ?? '');
    expect(old && decryptPayee(world.wallet.payments, old)).toEqual({ kind: 'iban', iban: IBAN });
    expect(await world.messageKindsOf(member)).toEqual(['payee-bound', 'payee-permit', 'payee-replacing']);
  });

  test('uses the leave up: the next one needs another, and none while one waits', async () => {
    const member = await world.newMember();
    await world.bind(member);
    await world.permit(member);
    await world.bind(member, OTHER_FORM);
    expect(await codeOf(await world.bind(member, CARD_FORM))).toBe('already-set');
    await world.permit(member);
    expect(await codeOf(await world.bind(member, CARD_FORM))).toBe('already-set');
    await world.club.clock.forward(DAY_MS);
    expect(await codeOf(await world.bind(member, CARD_FORM))).toBe('done');
    expect(await codeOf(await world.bind(member))).toBe('already-set');
  });

  test('of two at once is one', async () => {
    const member = await world.newMember();
    await world.bind(member);
    await world.permit(member);
    const codes = await Promise.all(
      [OTHER_FORM, CARD_FORM, OTHER_FORM].map(async (form) => codeOf(await world.bind(member, form))),
    );
    expect(codes.sort()).toEqual(['already-set', 'already-set', 'done']);
  });

  test('has a week', async () => {
    const member = await world.newMember();
    await world.bind(member);
    await world.permit(member);
    await world.club.clock.forward(7 * DAY_MS);
    const { cookie } = await signIn(world.club, member);
    expect(await codeOf(await world.bind({ ...member, cookie }, OTHER_FORM))).toBe('already-set');
  });

  test('is called off by the member while it waits; then the one before stays', async () => {
    const member = await world.newMember();
    expect(await codeOf(await world.cancel(member))).toBe('not-found');
    await world.bind(member);
    await world.permit(member);
    await world.bind(member, OTHER_FORM);
    expect((await world.cancel(member)).status).toBe(204);
    expect(await codeOf(await world.cancel(member))).toBe('not-found');
    await world.club.clock.forward(2 * DAY_MS);
    expect(await world.personOf(member)).toMatchObject({ payee: { masked: 'DE•• •••• 3000' }, nextPayee: null });
    expect((await world.messageKindsOf(member)).at(-1)).toBe('payee-replacement-cancelled');
    await world.permit(member);
    expect(await codeOf(await world.bind(member, OTHER_FORM))).toBe('done');
  });

  test('is too late to be called off once it is active', async () => {
    const member = await world.newMember();
    await world.bind(member);
    await world.permit(member);
    await world.bind(member, OTHER_FORM);
    await world.club.clock.forward(DAY_MS);
    expect(await codeOf(await world.cancel(member))).toBe('not-found');
    expect(await world.personOf(member)).toMatchObject({ payee: { masked: 'GB•• •••• 6819' } });
  });

  test('is held against the corrected name; what is bound stays', async () => {
    const member = await world.newMember();
    await world.bind(member);
    const { cookie } = await signedInStaff(world.club, 'support');
    const body = { realName: 'Ana Lee', why: 'married' };
    await call(world.server, `/api/console/members/${member.memberId}/real-name`, { body, cookie });
    await world.permit(member);
    expect((await world.personOf(member)).payee).toMatchObject({ holder: REAL_NAME });
    expect(await codeOf(await world.bind(member, OTHER_FORM))).toBe('holder-differs');
    expect(await codeOf(await world.bind(member, { ...OTHER_FORM, holder: 'ANA M LEE' }))).toBe('done');
  });
});
