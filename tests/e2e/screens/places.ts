import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { TABLE_KEY } from '../kit/beacon.ts';
import { DRAW_MS_MAX } from '../kit/fixtures.ts';

/** States of a screen, by the club's answers. */
export const STATES = ['ready', 'loading', 'empty', 'failed'] as const;
export type State = (typeof STATES)[number];

export interface Place {
  name: string;
  path: string;
  /** The viewer: a visitor, or a member who has played; for `empty`, a new member. */
  by: 'visitor' | 'member';
  /** States that differ from `ready`. Screens without data, or whose list is never empty, lack some. */
  states: readonly State[];
  /** User name of another member who signs in in another tab. */
  replacedBy?: string;
}

const ALL = STATES;
const NEVER_EMPTY = ['ready', 'loading', 'failed'] as const;
const STILL = ['ready'] as const;

/** Ids for the paths. */
interface Shown {
  title: string;
  city: string;
  host: { id: string; name: string };
  draw: string;
}

/** Every screen of the app, with ids from the club. */
export async function placesOf(request: APIRequestContext, member: APIRequestContext): Promise<Place[]> {
  const { items: titles } = await (await request.get('/api/videos?limit=1')).json();
  const { items: cities } = await (await request.get('/api/cities')).json();
  const city = cities[0].id;
  const { items: hosts } = await (await member.get(`/api/cities/${city}/hosts?limit=1`)).json();
  return placesIn({ title: titles[0].id, city, host: hosts[0], draw: await firstDraw(request) });
}

/** Names of all screens. Needs no club. */
export function placeNames(): string[] {
  return placesIn({ title: '', city: '', host: { id: '', name: '' }, draw: '' }).map(({ name }) => name);
}

function placesIn({ title, city, host, draw }: Shown): Place[] {
  const profile = new URLSearchParams({ id: host.id, name: host.name, adsid: city });
  return [
    { name: 'home', path: '/Home', by: 'member', states: NEVER_EMPTY },
    { name: 'home-visitor', path: '/Home', by: 'visitor', states: STILL },
    { name: 'game', path: '/Game', by: 'visitor', states: NEVER_EMPTY },
    { name: 'choose', path: '/Choose', by: 'visitor', states: NEVER_EMPTY },
    { name: 'choose-guide', path: '/Choose?tab=guide', by: 'visitor', states: NEVER_EMPTY },
    { name: 'list', path: `/List?id=${city}`, by: 'member', states: NEVER_EMPTY },
    { name: 'profile', path: `/Profile?${profile}`, by: 'member', states: NEVER_EMPTY },
    { name: 'my-hosts', path: '/MyHosts', by: 'member', states: ALL },
    { name: 'host-reports', path: '/HostReports', by: 'member', states: ALL },
    { name: 'complaints', path: '/Complaints', by: 'member', states: ALL },
    { name: 'video', path: '/Video', by: 'visitor', states: NEVER_EMPTY },
    { name: 'play-video', path: `/PlayVideo?id=${title}`, by: 'member', states: NEVER_EMPTY },
    { name: 'video-history', path: '/VideoHistory', by: 'member', states: ALL },
    { name: 'watch-later', path: '/WatchLater', by: 'member', states: ALL },
    { name: 'mine', path: '/Mine', by: 'member', states: NEVER_EMPTY },
    { name: 'mine-visitor', path: '/Mine', by: 'visitor', states: STILL },
    { name: 'replaced', path: '/Mine', by: 'member', states: STILL, replacedBy: 'anton' },
    { name: 'lottery', path: `/Lottery?key=${TABLE_KEY}`, by: 'member', states: NEVER_EMPTY },
    { name: 'login', path: '/Login', by: 'visitor', states: STILL },
    { name: 'register', path: '/Register', by: 'visitor', states: STILL },
    { name: 'recover', path: '/Recover', by: 'visitor', states: STILL },
    { name: 'recover-desk', path: '/Recover?way=desk', by: 'visitor', states: STILL },
    { name: 'visitor-desk', path: '/VisitorDesk', by: 'visitor', states: STILL },
    { name: 'visitor-question', path: '/VisitorDesk?new=1', by: 'visitor', states: STILL },
    { name: 'agreement', path: '/Agreement', by: 'visitor', states: NEVER_EMPTY },
    { name: 'language', path: '/Language', by: 'visitor', states: STILL },
    { name: 'verify', path: '/Verify', by: 'visitor', states: STILL },
    { name: 'verify-draw', path: `/Verify?draw=${draw}`, by: 'visitor', states: NEVER_EMPTY },
    { name: 'book', path: '/Book', by: 'visitor', states: NEVER_EMPTY },
    { name: 'book-entries', path: '/Book?tab=entries', by: 'visitor', states: STILL },
    { name: 'book-debts', path: '/Book?tab=debts', by: 'member', states: STILL },
    { name: 'book-statistics', path: '/Book?tab=statistics', by: 'visitor', states: STILL },
    { name: 'house', path: '/House', by: 'visitor', states: NEVER_EMPTY },
    { name: 'service', path: '/ServiceOnline', by: 'visitor', states: NEVER_EMPTY },
    { name: 'desk', path: '/ServicePage', by: 'member', states: ALL },
    { name: 'bets', path: '/GameRecord', by: 'member', states: ALL },
    { name: 'account', path: '/Account', by: 'member', states: ALL },
    { name: 'withdraw', path: '/Withdraw', by: 'member', states: NEVER_EMPTY },
    { name: 'withdrawals', path: '/WithdrawRecord', by: 'member', states: ALL },
    { name: 'report', path: '/Personalreport', by: 'member', states: ALL },
    { name: 'notice', path: '/Notice', by: 'member', states: ALL },
    { name: 'top-up', path: '/Recharge', by: 'member', states: NEVER_EMPTY },
    { name: 'name', path: '/Setname', by: 'member', states: STILL },
    { name: 'sex', path: '/Setsex', by: 'member', states: STILL },
    { name: 'finance-password', path: '/SetPayPassword', by: 'member', states: STILL },
    { name: 'identity', path: '/Identity', by: 'member', states: NEVER_EMPTY },
    { name: 'person', path: '/Infomation', by: 'member', states: NEVER_EMPTY },
    { name: 'my-data', path: '/MyData', by: 'member', states: NEVER_EMPTY },
    { name: 'payee', path: '/Setbank', by: 'member', states: NEVER_EMPTY },
    { name: 'bind-card', path: '/BindCard', by: 'member', states: STILL },
    { name: 'settings', path: '/Setting', by: 'member', states: STILL },
    { name: 'sessions', path: '/Sessions', by: 'member', states: NEVER_EMPTY },
    { name: 'login-password', path: '/SetLoginPassword', by: 'member', states: STILL },
    { name: 'recovery-codes', path: '/RecoveryCodes', by: 'member', states: NEVER_EMPTY },
    { name: 'invite', path: '/Invite', by: 'member', states: ALL },
    { name: 'limits', path: '/Limits', by: 'member', states: NEVER_EMPTY },
    { name: 'not-found', path: '/Nowhere', by: 'visitor', states: STILL },
    { name: 'host-link', path: '/Host#nothing', by: 'visitor', states: STILL },
  ];
}

/** The newest drawn draw. A newly opened club has none yet. */
async function firstDraw(request: APIRequestContext): Promise<string> {
  for (const end = Date.now() + DRAW_MS_MAX; Date.now() < end; await sleep(1_000)) {
    const { items } = await (await request.get(`/api/lotteries/${TABLE_KEY}/draws?limit=10`)).json();
    const drawn = items.find(({ dice }: { dice: number[] | null }) => dice !== null);
    if (drawn !== undefined) return drawn.drawId;
  }
  throw new Error('the club has drawn nothing');
}
