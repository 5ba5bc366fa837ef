import { randomBytes } from 'node:crypto';
import type { Club } from './club.ts';
import { call, cookieOf, PIN } from './player.ts';

const PASSWORD = 'four lanterns over a quiet harbour';
const NAME = 'Mira Chaos';
/** An account to which payouts succeed. */
const IBAN = 'DE89370400440532013000';

/** Joins as a new member who can top up and withdraw. */
export async function joinClub(
  club: Pick<Club, 'addresses' | 'invite'>,
): Promise<{ userName: string; password: string; cookie: string }> {
  const userName = `chaos-${randomBytes(4).toString('hex')}`;
  const address = () => club.addresses[0] ?? '';
  const visitor = { address, cookie: '' };
  const agreement = (await (await must(call(visitor, '/api/agreement', {}))).json()) as { version: number };
  const made = await must(
    call(visitor, '/api/members', {
      body: {
        userName,
        password: PASSWORD,
        inviteCode: await club.invite(),
        birthDate: '1990-04-12',
        agreementVersion: agreement.version,
        accepted: ['terms', 'rules', 'privacy'],
      },
    }),
  );
  const cookie = cookieOf(made);
  const member = { address, cookie };
  await must(call(member, '/api/me/real-name', { body: { realName: NAME } }));
  await must(call(member, '/api/me/limits/prompted', { body: {} }));
  await must(call(member, '/api/me/finance-password', { body: { financePassword: PIN, repeat: PIN } }));
  const { banks } = (await (await must(call(member, '/api/banks', {}))).json()) as { banks: { code: string }[] };
  await must(
    call(member, '/api/me/payee', {
      body: {
        kind: 'iban',
        bankCode: banks[0]?.code,
        holder: NAME,
        phone: '+4915123456789',
        financePassword: PIN,
        iban: IBAN,
      },
    }),
  );
  return { userName, password: PASSWORD, cookie };
}

async function must(answer: Promise<Response | null>): Promise<Response> {
  const response = await answer;
  if (!response?.ok) throw new Error(`the club refuses: ${response ? await response.text() : 'no answer'}`);
  return response;
}
