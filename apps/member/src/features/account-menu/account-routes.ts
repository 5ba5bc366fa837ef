import { isOpenWhileRestricted, type RouteName } from '../../paths.ts';

/** Groups of the menu, with the entries of Account in the same order. */
export const ACCOUNT_GROUPS = {
  money: ['account', 'withdrawRecord', 'personalreport'],
  play: ['gameRecord', 'limits', 'videoHistory'],
  account: ['notice', 'infomation', 'invite', 'setting'],
  help: ['serviceOnline', 'complaints', 'verify', 'book', 'house', 'agreement'],
} as const satisfies Record<string, readonly RouteName[]>;

export type AccountGroup = keyof typeof ACCOUNT_GROUPS;
export type AccountEntry = (typeof ACCOUNT_GROUPS)[AccountGroup][number];

/** Screens that an entry leads to, by entry. */
const BELOW: Partial<Record<RouteName, AccountEntry>> = {
  recharge: 'account',
  withdraw: 'withdrawRecord',
  watchLater: 'videoHistory',
  ...{ setname: 'infomation', setsex: 'infomation', identity: 'infomation', information: 'infomation' },
  ...{ myData: 'infomation', setbank: 'infomation', bindCard: 'infomation', setPayPassword: 'infomation' },
  ...{ sessions: 'setting', setLoginPassword: 'setting', recoveryCodes: 'setting', language: 'setting' },
  servicePage: 'serviceOnline',
};

/** The menu's entry of a screen; null for screens that are no part of Account. */
export function accountEntryOf(route: RouteName): AccountEntry | null {
  const entries: readonly RouteName[] = Object.values(ACCOUNT_GROUPS).flat();
  return entries.includes(route) ? (route as AccountEntry) : (BELOW[route] ?? null);
}

/** The group's entries that the member can open. */
export function entriesFor(group: AccountGroup, isRestricted: boolean): AccountEntry[] {
  return ACCOUNT_GROUPS[group].filter((entry) => !isRestricted || isOpenWhileRestricted(entry));
}
