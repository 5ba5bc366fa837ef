import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BANKS } from '../../../../dev/play-house/house-plan.ts';
import { activePayee, decryptPayee } from '../../src/payments/payees/payees.ts';
import { ProviderFailure } from '../../src/payments/provider/provider.ts';
import { call, signIn } from '../http/server.ts';
import { openTransaction, untilSomebodyWaits } from '../kit/locks.ts';
import { giveFinancePassword, IBAN, nameMember, REAL_NAME } from '../kit/persons.ts';
import {
  type BindingWorld,
  CARD_FORM,
  codeOf,
  IBAN_FORM,
  OTHER_FORM,
  openBindingWorld,
  problemOf,
  TOKEN,
} from './binding.ts';

let world: BindingWorld;
beforeAll(async () => {
  world = await openBindingWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.wallet.provider.fault = null;
});

describe('the banks', () => {
  test('are those of the house, in their order', async () => {
    const { cookie } = await world.newMember();
    const { banks } = (await (await call(world.server, '/api/banks', { cookie })).json()) as { banks: object[] };
    expect(banks).toEqual(BANKS.map(({ code, name, country }) => ({ code, name, country })));
  });
});

describe('a first binding', () => {
  test('of an account is active at once, shown masked and encrypted', async () => {
    const member = await world.newMember();
    const answer = await world.bind(member);
    const now = world.club.clock.nowMs();
    expect(answer.status).toBe(201);
    const { payee } = (await answer.json()) as { payee: { id: string } };
    expect(payee).toEqual({
      id: payee.id,
      kind: 'iban',
      bankCode: BANKS[0].code,
      bankName: BANKS[0].name,
      holder: REAL_NAME,
      masked: 'DE•• •••• 3000',
      brand: null,
      phone: '+976 •••• 56',
      boundAtMs: now,
      activeAtMs: now,
    });
    expect(await world.personOf(member)).toMatchObject({ payee, nextPayee: null, mayReplacePayee: false });
    const row = await activePayee(world.club.db, member);
    expect(row && decryptPayee(world.wallet.payments, row)).toEqual({ kind: 'iban', iban: IBAN });
    const secret = row && world.wallet.payments.cipher.decrypt(row.encrypted, `payee/${member.memberId}/${payee.id}`);
    expect(JSON.parse(secret ?? '')).toEqual({ iban: IBAN, phone: '+97688123456' });
    expect(await world.messageKindsOf(member)).toEqual(['payee-bound']);
  });

  test('of a card takes brand and last digits from the provider, whatever the browser says', async () => {
    const member = await world.newMember();
    expect(await codeOf(await world.bind(member, { ...CARD_FORM, brand: 'amex', last4: '0000' }))).toBe('invalid-body');
    const answer = await world.bind(member, CARD_FORM);
    expect(await answer.json()).toMatchObject({ payee: { kind: 'card', masked: '•••• 4242', brand: 'visa' } });
    const row = await activePayee(world.club.db, member);
    expect(row && decryptPayee(world.wallet.payments, row)).toEqual({ kind: 'card', token: TOKEN });
    expect(row?.provider).toBe('sandbox');
  });

  test('needs the name first, then the finance password', async () => {
    const member = await signIn(world.club, await world.club.member());
    expect(await codeOf(await world.bind(member))).toBe('name-first');
    await nameMember(world.club.db, member);
    expect(await codeOf(await world.bind(member))).toBe('finance-password-first');
    await giveFinancePassword(world.wallet.members, member);
    expect(await codeOf(await world.bind(member))).toBe('done');
  });

  test.each([
    ['another holder', { holder: 'Ana Petrov' }, 'holder-differs', { holder: 'holder-differs' }],
    ['a bank that is not on the list', { bankCode: 'nowhere' }, 'bank-unknown', { bankCode: 'bank-unknown' }],
    ['an IBAN with exchanged digits', { iban: 'DE89370400440532010300' }, 'iban-bad', { iban: 'iban-bad' }],
    ['a card’s number for an IBAN', { iban: '4111 1111 1111 1111' }, 'card-bad', { iban: 'card-bad' }],
    ['a phone without its country', { phone: '8812 3456' }, 'phone-bad', { phone: 'phone-bad' }],
    ['a wrong finance password', { financePassword: '9041' }, 'finance-password-wrong', undefined],
    ['no finance password', { financePassword: '' }, 'fill-in', { financePassword: 'fill-in' }],
    [
      'nothing in it',
      { holder: ' ', bankCode: '', iban: '', phone: '' },
      'fill-in',
      { holder: 'fill-in', bankCode: 'fill-in', iban: 'fill-in', phone: 'fill-in' },
    ],
    ['a card’s number in another field', { holder: '4111111111111111' }, 'card-bad', { holder: 'card-bad' }],
    ['a field for a card’s number', { cardNumber: '4111111111111112' }, 'invalid-body', undefined],
  ])('is refused with %s', async (_what, change, code, fields) => {
    const member = await world.newMember();
    const problem = await problemOf(await world.bind(member, { ...IBAN_FORM, ...change }));
    expect(problem.code).toBe(code);
    if (fields) expect(problem.fields).toEqual(fields);
    expect(await activePayee(world.club.db, member)).toBeNull();
  });

  test('may spell the holder as the card does', async () => {
    expect(await codeOf(await world.bind(await world.newMember(), { ...CARD_FORM, holder: ' ANA  PETROVA ' }))).toBe(
      'done',
    );
  });

  test('of a card that the provider does not know, or whose answer is no card, is refused', async () => {
    const member = await world.newMember();
    world.wallet.provider.tokens.set('tok_whole', { brand: 'visa', last4: '4111111111111111', fingerprint: null });
    for (const token of ['tok_unknown', 'tok_whole']) {
      expect(await codeOf(await world.bind(member, { ...CARD_FORM, token })), token).toBe('card-bad');
    }
    expect(await activePayee(world.club.db, member)).toBeNull();
  });

  test('fails safely while the provider cannot be asked', async () => {
    const member = await world.newMember();
    world.wallet.provider.fault = () => {
      throw new ProviderFailure('not today');
    };
    expect(await codeOf(await world.bind(member, CARD_FORM))).toBe('provider-unavailable');
    expect(
      (await call(world.server, '/api/me/payee/card-field', { method: 'POST', cookie: member.cookie })).status,
    ).toBe(503);
    world.wallet.provider.fault = null;
    expect(await codeOf(await world.bind(member, CARD_FORM))).toBe('done');
  });

  test('of two at once is one: they take turns, and with withdrawals', async () => {
    const member = await world.newMember();
    const holder = await openTransaction(world.club.owner);
    try {
      await holder.client.query('select 1 from ledger.balance where bucket = $1 and member_id = $2 for update', [
        member.bucket,
        member.memberId,
      ]);
      const answers = [world.bind(member), world.bind(member, CARD_FORM)];
      await vi.waitUntil(async () => (await untilSomebodyWaits(world.club.owner)).length === 2, 10_000);
      await holder.commit();
      const codes = await Promise.all(answers.map(async (answer) => codeOf(await answer)));
      expect(codes.sort()).toEqual(['already-set', 'done']);
    } finally {
      await holder.rollback();
    }
    const { rows } = await world.club.owner.query('select id from payments.payee where member_id = $1', [
      member.memberId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is possible in a restricted session: a suspended member is paid out', async () => {
    const member = await world.newMember();
    expect(await codeOf(await world.bind(await signIn(world.club, member, true)))).toBe('done');
  });
});

describe('the frame for a card', () => {
  test('is opened for the page that asks, in its language', async () => {
    const { cookie } = await world.newMember();
    const requests: object[] = [];
    const { openCardField } = world.wallet.provider;
    world.wallet.provider.openCardField = (ask) => {
      requests.push(ask);
      return openCardField(ask);
    };
    const headers = { 'accept-language': 'mn-MN,en;q=0.5' };
    const answer = await call(world.server, '/api/me/payee/card-field', { method: 'POST', cookie, headers });
    world.wallet.provider.openCardField = openCardField;
    const { url, origin, reference } = (await answer.json()) as Record<string, string>;
    expect([answer.status, origin]).toEqual([201, world.wallet.provider.cardOrigin]);
    expect(url).toContain(`/card-field/${reference}`);
    expect(requests).toEqual([{ reference, parentOrigin: world.server.address, locale: 'mn-MN' }]);
  });
});

test('the database itself keeps a second one out', async () => {
  const member = await world.newMember();
  await world.bind(member);
  const copied = world.club.owner.query(
    `insert into payments.payee select bucket, member_id, gen_random_uuid(), kind, bank_code, holder, masked,
       phone_masked, brand, provider, encrypted, key_id, bound_at, active_at, ended_at
     from payments.payee where bucket = $1 and member_id = $2`,
    [member.bucket, member.memberId],
  );
  await expect(copied).rejects.toThrow(/"payee_one/);
});

test('what was encrypted for one member does not open for another', async () => {
  const [member, other] = [await world.newMember(), await world.newMember()];
  await world.bind(member);
  await world.bind(other, OTHER_FORM);
  const { rows } = await world.club.owner.query('select encrypted from payments.payee where member_id = $1', [
    other.memberId,
  ]);
  await world.club.owner.query('update payments.payee set encrypted = $2 where member_id = $1', [
    member.memberId,
    rows[0].encrypted,
  ]);
  const row = await activePayee(world.club.db, member);
  expect(() => row && decryptPayee(world.wallet.payments, row)).toThrow();
});
