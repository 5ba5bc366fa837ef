/** Every URL of the app. Screens must not write paths themselves. */

/** `link`: only through a private link; the page uses no data of a member. */
export type Access = 'all' | 'member' | 'link';

export interface Route {
  path: string;
  access: Access;
  /** True for the five screens with the tab bar. */
  tab: boolean;
}

export const routes = {
  home: { path: '/Home', access: 'all', tab: true },
  game: { path: '/Game', access: 'all', tab: true },
  choose: { path: '/Choose', access: 'all', tab: true },
  video: { path: '/Video', access: 'all', tab: true },
  mine: { path: '/Mine', access: 'all', tab: true },
  playVideo: { path: '/PlayVideo', access: 'all', tab: false },
  videoHistory: { path: '/VideoHistory', access: 'member', tab: false },
  watchLater: { path: '/WatchLater', access: 'member', tab: false },
  list: { path: '/List', access: 'member', tab: false },
  profile: { path: '/Profile', access: 'member', tab: false },
  hostReports: { path: '/HostReports', access: 'member', tab: false },
  /** The member's bookings and favourite hosts. */
  myHosts: { path: '/MyHosts', access: 'member', tab: false },
  /** A host's own page. */
  host: { path: '/Host', access: 'link', tab: false },
  lottery: { path: '/Lottery', access: 'member', tab: false },
  login: { path: '/Login', access: 'all', tab: false },
  register: { path: '/Register', access: 'all', tab: false },
  recover: { path: '/Recover', access: 'all', tab: false },
  agreement: { path: '/Agreement', access: 'all', tab: false },
  language: { path: '/Language', access: 'all', tab: false },
  verify: { path: '/Verify', access: 'all', tab: false },
  book: { path: '/Book', access: 'all', tab: false },
  house: { path: '/House', access: 'all', tab: false },
  playSafe: { path: '/PlaySafe', access: 'all', tab: false },
  privacy: { path: '/Privacy', access: 'all', tab: false },
  serviceOnline: { path: '/ServiceOnline', access: 'all', tab: false },
  /** A visitor's conversations with the desk. */
  visitorDesk: { path: '/VisitorDesk', access: 'all', tab: false },
  servicePage: { path: '/ServicePage', access: 'member', tab: false },
  complaints: { path: '/Complaints', access: 'member', tab: false },
  gameRecord: { path: '/GameRecord', access: 'member', tab: false },
  account: { path: '/Account', access: 'member', tab: false },
  withdraw: { path: '/Withdraw', access: 'member', tab: false },
  withdrawRecord: { path: '/WithdrawRecord', access: 'member', tab: false },
  personalreport: { path: '/Personalreport', access: 'member', tab: false },
  notice: { path: '/Notice', access: 'member', tab: false },
  recharge: { path: '/Recharge', access: 'member', tab: false },
  setname: { path: '/Setname', access: 'member', tab: false },
  setsex: { path: '/Setsex', access: 'member', tab: false },
  setPayPassword: { path: '/SetPayPassword', access: 'member', tab: false },
  identity: { path: '/Identity', access: 'member', tab: false },
  infomation: { path: '/Infomation', access: 'member', tab: false },
  myData: { path: '/MyData', access: 'member', tab: false },
  /** The same page, spelled correctly. */
  information: { path: '/Information', access: 'member', tab: false },
  setbank: { path: '/Setbank', access: 'member', tab: false },
  bindCard: { path: '/BindCard', access: 'member', tab: false },
  setting: { path: '/Setting', access: 'member', tab: false },
  sessions: { path: '/Sessions', access: 'member', tab: false },
  setLoginPassword: { path: '/SetLoginPassword', access: 'member', tab: false },
  recoveryCodes: { path: '/RecoveryCodes', access: 'member', tab: false },
  invite: { path: '/Invite', access: 'member', tab: false },
  limits: { path: '/Limits', access: 'member', tab: false },
  /** Suspended, excluded and leaving members are redirected here from screens that are closed to them. */
  restricted: { path: '/Restricted', access: 'member', tab: false },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

export const routeNames = Object.keys(routes) as RouteName[];

/**
 * Screens open in a restricted session: withdrawals with all that they need, records, the member's data and limits, and
 * public pages. All others redirect to `/Restricted`.
 */
const OPEN_WHILE_RESTRICTED: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(['restricted', 'withdraw', 'withdrawRecord', 'setname', 'setPayPassword', 'setbank', 'bindCard'] as const),
  ...(['account', 'recharge', 'gameRecord', 'personalreport', 'notice'] as const),
  ...(['infomation', 'information', 'setsex', 'limits', 'myData'] as const),
  ...(['setting', 'sessions', 'setLoginPassword', 'recoveryCodes'] as const),
  ...(['serviceOnline', 'servicePage', 'visitorDesk', 'complaints'] as const),
  ...(['verify', 'book', 'house', 'playSafe', 'privacy', 'agreement', 'language'] as const),
  ...(['login', 'register', 'recover', 'host', 'hostReports'] as const),
]);

export function isOpenWhileRestricted(name: RouteName): boolean {
  return OPEN_WHILE_RESTRICTED.has(name);
}

/** The route of a path, or null. Ignores case and a trailing slash. */
export function routeOf(pathname: string): RouteName | null {
  const wanted = (pathname.replace(/\/+$/, '') || '/').toLowerCase();
  return routeNames.find((name) => routes[name].path.toLowerCase() === wanted) ?? null;
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const paths = {
  home: () => routes.home.path,
  game: (lotteryClass?: string) => withQuery(routes.game.path, { class: lotteryClass }),
  choose: (tab?: string) => withQuery(routes.choose.path, { tab }),
  list: (city: { id: string; name?: string }) => withQuery(routes.list.path, { id: city.id, name: city.name }),
  /** `adsid` is the city's id, for the way back. */
  profile: (host: { id: string; name: string; cityId: string }) =>
    withQuery(routes.profile.path, { id: host.id, name: host.name, adsid: host.cityId }),
  hostReports: () => routes.hostReports.path,
  myHosts: (tab?: string) => withQuery(routes.myHosts.path, { tab }),
  host: (token: string) => `${routes.host.path}#${token}`,
  video: (ask: { class?: string; search?: string } = {}) =>
    withQuery(routes.video.path, { class: ask.class, search: ask.search }),
  playVideo: (id: string) => withQuery(routes.playVideo.path, { id }),
  videoHistory: () => routes.videoHistory.path,
  watchLater: () => routes.watchLater.path,
  mine: () => routes.mine.path,
  lottery: (key: string, period?: number) => withQuery(routes.lottery.path, { key, id: period?.toString() }),
  login: (to?: string) => withQuery(routes.login.path, { to }),
  register: (to?: string, invite?: string) => withQuery(routes.register.path, { to, invite }),
  /** `byDesk`: without a recovery code. */
  recover: (ask: { to?: string; byDesk?: boolean } = {}) =>
    withQuery(routes.recover.path, { to: ask.to, way: ask.byDesk ? 'desk' : undefined }),
  agreement: () => routes.agreement.path,
  language: (type?: string) => withQuery(routes.language.path, { type }),
  verify: (ask: { draw?: string; slip?: string; day?: string } = {}) =>
    withQuery(routes.verify.path, { draw: ask.draw, slip: ask.slip, day: ask.day }),
  book: (ask: { tab?: string; type?: string } = {}) => withQuery(routes.book.path, { tab: ask.tab, type: ask.type }),
  house: () => routes.house.path,
  playSafe: () => routes.playSafe.path,
  privacy: () => routes.privacy.path,
  /** `data`: the member's requests about their data. */
  complaints: (ask: { id?: string; data?: boolean } = {}) =>
    withQuery(routes.complaints.path, { kind: ask.data ? 'data' : undefined, id: ask.id }),
  serviceOnline: () => routes.serviceOnline.path,
  /**
   * The house's external support page if it has one, else the conversations. `desk`: always the conversations; `host`:
   * a new one about a host.
   */
  servicePage: (ask: { id?: string; desk?: boolean; host?: string; name?: string } = {}) =>
    withQuery(routes.servicePage.path, {
      id: ask.id,
      desk: ask.desk ? '1' : undefined,
      host: ask.host,
      name: ask.name,
    }),
  /** `ask`: the form for a question about registration. */
  visitorDesk: ({ ask = false } = {}) => withQuery(routes.visitorDesk.path, { new: ask ? '1' : undefined }),
  gameRecord: (ask: { status?: string; id?: string } = {}) =>
    withQuery(routes.gameRecord.path, { status: ask.status, id: ask.id }),
  account: (ask: { tab?: string | undefined; id?: string; from?: string | undefined; to?: string | undefined } = {}) =>
    withQuery(routes.account.path, { tab: ask.tab, id: ask.id, from: ask.from, to: ask.to }),
  withdraw: () => routes.withdraw.path,
  withdrawRecord: (ask: { status?: string; id?: string } = {}) =>
    withQuery(routes.withdrawRecord.path, { status: ask.status, id: ask.id }),
  personalreport: () => routes.personalreport.path,
  notice: (ask: { tab?: string } = {}) => withQuery(routes.notice.path, { tab: ask.tab }),
  recharge: (topUp?: string) => withQuery(routes.recharge.path, { topUp }),
  setname: (to?: string) => withQuery(routes.setname.path, { to }),
  setsex: (to?: string) => withQuery(routes.setsex.path, { to }),
  setPayPassword: (to?: string) => withQuery(routes.setPayPassword.path, { to }),
  identity: () => routes.identity.path,
  infomation: () => routes.infomation.path,
  myData: () => routes.myData.path,
  setbank: (to?: string) => withQuery(routes.setbank.path, { to }),
  bindCard: (to?: string) => withQuery(routes.bindCard.path, { to }),
  setting: () => routes.setting.path,
  sessions: () => routes.sessions.path,
  setLoginPassword: (to?: string) => withQuery(routes.setLoginPassword.path, { to }),
  recoveryCodes: () => routes.recoveryCodes.path,
  invite: () => routes.invite.path,
  limits: () => routes.limits.path,
  restricted: () => routes.restricted.path,
};

/** Path to return to after signing in. Only our own paths: anything that could leave the origin becomes Mine. */
export function safeReturn(to: string | null): string {
  if (to === null || !/^\/(?![/\\])/.test(to) || /[\u0000-\u001f\\]/.test(to)) return paths.mine();
  const route = routeOf(to.split(/[?#]/, 1)[0] ?? '');
  return route === null || route === 'login' || route === 'register' ? paths.mine() : to;
}
