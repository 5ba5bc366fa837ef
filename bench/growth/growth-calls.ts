import { randomUUID } from 'node:crypto';
import type { BenchMember } from '../kit/club.ts';

/** Ids that the calls of one house need. */
export interface HouseFacts {
  lotteryKey: string;
  periodSeconds: number;
  tableHash: string;
  /** A drawn period of the last days, and one of the first. */
  lately: number;
  longAgo: number;
  today: string;
  /** For each watched member: an old slip, and the cursors of their last pages. */
  own: Map<string, { slipId: string; slips: string; statement: string }>;
  staffCookie: string;
}

export interface Call {
  name: string;
  staff?: boolean;
  method?: 'POST';
  path(facts: HouseFacts, member: BenchMember): string;
  body?(facts: HouseFacts): unknown;
}

const slipOf = ({ own }: HouseFacts, { id }: BenchMember) => own.get(id) ?? { slipId: '', slips: '', statement: '' };

const member = (name: string, path: Call['path']): Call => ({ name, path });
const staff = (name: string, path: string | Call['path']): Call => ({
  name: `console ${name}`,
  staff: true,
  path: typeof path === 'string' ? () => path : path,
});

/** Calls of members and staff, each by its route over HTTP. */
export const CALLS: readonly Call[] = [
  {
    name: 'place slip',
    method: 'POST',
    path: () => '/api/slips',
    body: ({ lotteryKey, periodSeconds, tableHash }) => ({
      drawId: `${lotteryKey}/${Math.floor(Date.now() / 1_000 / periodSeconds)}`,
      tableHash,
      selections: [{ bet: 'big', stakeMinor: '100' }],
    }),
  },
  member('me', () => '/api/me'),
  member('sessions', () => '/api/me/sessions'),
  member('wallet', () => '/api/me/wallet'),
  member('play', () => '/api/me/play'),
  member('limits', () => '/api/me/limits'),
  member('report', ({ today }) => `/api/me/report?from=${today}&to=${today}`),
  member('bets, first page', () => '/api/slips'),
  member('bets, last page', (facts, of) => `/api/slips?cursor=${slipOf(facts, of).slips}`),
  member('bets that won', () => '/api/slips?status=won'),
  member('bets of a lottery', ({ lotteryKey }) => `/api/slips?lottery=${lotteryKey}`),
  member('one bet', (facts, of) => `/api/slips/${slipOf(facts, of).slipId}`),
  member('proof of a bet', (facts, of) => `/api/slips/${slipOf(facts, of).slipId}/proof`),
  member('receipt by key', (facts, of) => `/api/receipts/${slipOf(facts, of).slipId}`),
  member('statement, first page', () => '/api/me/statement'),
  member('statement, last page', (facts, of) => `/api/me/statement?cursor=${slipOf(facts, of).statement}`),
  member('statement, payouts', () => '/api/me/statement?kind=payout'),
  member('statement of a day', ({ today }) => `/api/me/statement?from=${today}&to=${today}`),
  member('settled draws', () => '/api/me/settled-draws'),
  member('lotteries', () => '/api/lotteries'),
  member('one lottery', ({ lotteryKey }) => `/api/lotteries/${lotteryKey}`),
  member('draws, first page', ({ lotteryKey }) => `/api/lotteries/${lotteryKey}/draws`),
  member('draws, long ago', ({ lotteryKey, longAgo }) => `/api/lotteries/${lotteryKey}/draws?cursor=${longAgo}`),
  member('a draw, lately', ({ lotteryKey, lately }) => `/api/draws/${lotteryKey}/${lately}`),
  member('a draw, long ago', ({ lotteryKey, longAgo }) => `/api/draws/${lotteryKey}/${longAgo}`),
  member('book entries', () => '/api/book/entries'),
  member('book tile', () => '/book/tile/0/000'),
  member('house tables', () => '/api/house/tables'),
  member('notices', () => '/api/notices'),
  member('messages', () => '/api/me/messages'),
  member('desk', () => '/api/me/desk/threads'),
  member('complaints', () => '/api/me/complaints'),
  member('acts of staff', () => '/api/me/acts'),
  member('top-ups', () => '/api/me/top-ups'),
  member('withdrawals', () => '/api/me/withdrawals'),
  member('own videos', () => '/api/me/video-history'),
  staff('dashboard', '/api/console/dashboard'),
  staff('queues', '/api/console/queues'),
  staff('members', '/api/console/members'),
  staff('members by name', '/api/console/members?userName=bench-77'),
  staff('one member', (_, { id }) => `/api/console/members/${id}`),
  staff('statement of a member', (_, { id }) => `/api/console/members/${id}/statement`),
  staff('acts on a member', (_, { id }) => `/api/console/members/${id}/acts`),
  staff('payments', '/api/console/payments'),
  staff('withdrawals', '/api/console/withdrawals'),
  staff('desk', '/api/console/desk/threads'),
  staff('complaints', '/api/console/complaints'),
  staff('log of acts', '/api/console/audit'),
  staff('draws of a day', ({ today }) => `/api/console/day-draws?day=${today}`),
];

/** A request in the form of `load.ts`. */
export function requestOf(call: Call, facts: HouseFacts, port: number, of: BenchMember): string {
  const body = call.body ? JSON.stringify(call.body(facts)) : '';
  const cookie = call.staff ? `tercet-staff=${facts.staffCookie}` : `tercet=${of.token}`;
  const post = call.body
    ? `tercet-caller: ${of.id}\r\nidempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`
    : '';
  return `${call.method ?? 'GET'} ${call.path(facts, of)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r
origin: http://127.0.0.1:${port}\r\ncookie: ${cookie}\r\n${post}\r\n${body}`;
}
