import { describe, expect, it } from 'vitest';
import { isOpenWhileRestricted, paths, type RouteName, routeNames, routeOf, routes, safeReturn } from './paths.ts';

describe('routes', () => {
  it.each(routeNames)('%s is found in any case and with a closing slash', (name) => {
    const { path } = routes[name];
    for (const requested of [path, path.toLowerCase(), path.toUpperCase(), `${path}/`])
      expect(routeOf(requested)).toBe(name);
  });

  it('knows no other path', () => {
    for (const path of ['/', '', '/Nowhere', '/Home/more', 'Home']) expect(routeOf(path)).toBeNull();
  });

  it('shows the tab bar on five screens', () => {
    expect(routeNames.filter((name) => routes[name].tab)).toEqual(['home', 'game', 'choose', 'video', 'mine']);
  });

  it('hides from visitors only the pages of a member', () => {
    const visitors = [
      'home',
      'game',
      'choose',
      'video',
      'mine',
      'playVideo',
      'login',
      'register',
      'recover',
      'agreement',
      'language',
    ];
    expect(routeNames.filter((name) => routes[name].access === 'all')).toEqual([
      ...visitors,
      'verify',
      'book',
      'house',
      'playSafe',
      'privacy',
      'serviceOnline',
      'visitorDesk',
    ]);
  });
});

describe('a restricted session', () => {
  // A new screen needs a decision here: may a suspended, excluded or leaving member open it?
  const decided: Record<RouteName, 'open' | 'shut'> = {
    // Withdrawals, and all that they need. Of top-ups, only their state.
    restricted: 'open',
    serviceOnline: 'open',
    servicePage: 'open',
    complaints: 'open',
    visitorDesk: 'open',
    withdraw: 'open',
    withdrawRecord: 'open',
    setname: 'open',
    setPayPassword: 'open',
    setbank: 'open',
    bindCard: 'open',
    recharge: 'open',
    // Records, and the member's own data.
    account: 'open',
    gameRecord: 'open',
    personalreport: 'open',
    notice: 'open',
    infomation: 'open',
    information: 'open',
    setsex: 'open',
    myData: 'open',
    limits: 'open',
    setting: 'open',
    sessions: 'open',
    setLoginPassword: 'open',
    recoveryCodes: 'open',
    // Public pages, and the ways to sign in.
    verify: 'open',
    book: 'open',
    house: 'open',
    playSafe: 'open',
    privacy: 'open',
    agreement: 'open',
    language: 'open',
    login: 'open',
    register: 'open',
    recover: 'open',
    // The member's reports, and a page without a session.
    hostReports: 'open',
    host: 'open',
    // Tables, the ways to them, and invites.
    home: 'shut',
    game: 'shut',
    lottery: 'shut',
    choose: 'shut',
    list: 'shut',
    profile: 'shut',
    myHosts: 'shut',
    video: 'shut',
    playVideo: 'shut',
    videoHistory: 'shut',
    watchLater: 'shut',
    mine: 'shut',
    invite: 'shut',
    identity: 'shut',
  };

  it.each(routeNames)('opens or refuses %s, as decided', (name) => {
    expect(isOpenWhileRestricted(name) ? 'open' : 'shut').toBe(decided[name]);
  });
});

describe('paths', () => {
  it('writes queries only where there is something to say', () => {
    expect(paths.lottery('dice-60')).toBe('/Lottery?key=dice-60');
    expect(paths.lottery('dice-60', 5)).toBe('/Lottery?key=dice-60&id=5');
    expect(paths.verify()).toBe('/Verify');
    expect(paths.verify({ draw: 'dice-60/29743210' })).toBe('/Verify?draw=dice-60%2F29743210');
  });
});

describe('a way there and back', () => {
  it('remembers its origin across any number of pages', () => {
    const nested = paths.setname(paths.bindCard(paths.recharge()));
    expect(nested).toBe('/Setname?to=%2FBindCard%3Fto%3D%252FRecharge');
    const back = safeReturn(new URL(nested, 'https://club.example').searchParams.get('to'));
    expect(back).toBe('/BindCard?to=%2FRecharge');
    expect(safeReturn(new URL(back, 'https://club.example').searchParams.get('to'))).toBe('/Recharge');
  });
});

describe('the way back after sign-in', () => {
  it('is the requested page', () => {
    expect(safeReturn('/Lottery?key=dice-60')).toBe('/Lottery?key=dice-60');
    expect(safeReturn('/gamerecord')).toBe('/gamerecord');
  });

  it.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/Unknown',
    paths.login(),
    paths.register('/Mine'),
  ])('%j leads to Mine instead', (to) => {
    expect(safeReturn(to)).toBe(paths.mine());
  });
});
