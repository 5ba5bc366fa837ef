import { BANKS } from '../../../../dev/play-house/house-plan.ts';
import { call, type SignedIn, signIn } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { FINANCE_PASSWORD, giveFinancePassword, nameMember, REAL_NAME } from '../kit/persons.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { openWallet, serveWallet, type TestWallet } from '../kit/wallet.ts';

export const DAY_MS = 24 * 3_600_000;
/** A token that the provider knows, of a card ending in 4242. */
export const TOKEN = 'tok_0123456789abcdef';
export const OTHER_IBAN = 'GB29NWBK60161331926819';

const COMMON = {
  bankCode: BANKS[0].code,
  holder: REAL_NAME,
  phone: '+976 8812 3456',
  financePassword: FINANCE_PASSWORD,
};
export const IBAN_FORM = { ...COMMON, kind: 'iban', iban: 'DE89 3704 0044 0532 0130 00' };
export const OTHER_FORM = { ...IBAN_FORM, iban: OTHER_IBAN };
export const CARD_FORM = { ...COMMON, kind: 'card', token: TOKEN, reference: '0190a1b2-1234-7234-8234-12345678901a' };

export interface PersonAnswer {
  payee: { masked: string; activeAtMs: number } | null;
  nextPayee: { masked: string; activeAtMs: number } | null;
  mayReplacePayee: boolean;
}

/** A club whose members bind cards and accounts for payouts. */
export interface BindingWorld {
  club: Club;
  wallet: TestWallet;
  server: { address: string };
  /** A member who may bind. */
  newMember(): Promise<SignedIn>;
  bind(member: SignedIn, form?: object): Promise<Response>;
  personOf(member: SignedIn): Promise<PersonAnswer>;
  /** Permits a replacement; by new support staff with a fresh session unless `staff` is given. */
  permit(member: SignedIn, staff?: SignedInStaff, why?: string): Promise<Response>;
  cancel(member: SignedIn): Promise<Response>;
  /** Kinds of the member's messages, oldest first. */
  messageKindsOf(member: SignedIn): Promise<string[]>;
  close(): Promise<void>;
}

export async function openBindingWorld(): Promise<BindingWorld> {
  const club = await openClub();
  const wallet = await openWallet(club);
  const server = await serveWallet(club, wallet);
  wallet.provider.tokens.set(TOKEN, { brand: 'visa', last4: '4242', fingerprint: 'card-4242' });
  return {
    club,
    wallet,
    server,
    async newMember() {
      const member = await signIn(club, await club.member());
      await nameMember(club.db, member);
      await giveFinancePassword(wallet.members, member);
      return member;
    },
    bind: ({ cookie }, form = IBAN_FORM) => call(server, '/api/me/payee', { body: form, cookie }),
    async personOf({ cookie }) {
      return (await call(server, '/api/me/person', { cookie })).json() as Promise<PersonAnswer>;
    },
    async permit({ memberId }, staff, why = 'a new card') {
      const { cookie } = staff ?? (await signedInStaff(club, 'support'));
      return call(server, `/api/console/members/${memberId}/payee-permit`, { body: { why }, cookie });
    },
    cancel: ({ cookie }) => call(server, '/api/me/payee/next', { method: 'DELETE', cookie }),
    async messageKindsOf({ memberId }) {
      const query = 'select kind from members.message where member_id = $1 order by id';
      return (await club.owner.query(query, [memberId])).rows.map(({ kind }) => kind);
    },
    async close() {
      await server.stop();
      wallet.close();
      await club.close();
    },
  };
}

export async function problemOf(answer: Response): Promise<{ code: string; fields?: Record<string, string> }> {
  if (answer.ok) return { code: 'done' };
  const { code, fields } = (await answer.json()) as { code: string; fields?: Record<string, string> };
  return fields ? { code, fields } : { code };
}

export async function codeOf(answer: Response): Promise<string> {
  return (await problemOf(answer)).code;
}
