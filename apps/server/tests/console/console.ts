import { ROLES, type Role } from '../../src/staff/roles.ts';
import { call, openServer, type TestServer } from '../http/server.ts';
import { type Club, type ClubOptions, openClub } from '../kit/club.ts';
import { type SignedInStaff, signedInStaff, staffCookieOf } from '../kit/staff.ts';

/** The tested fields of any answer. */
export interface Body extends Record<string, unknown> {
  code?: string;
  items?: Record<string, unknown>[];
  banners?: Record<string, unknown>[];
}

export interface Answer {
  status: number;
  body: Body;
}

/** A server with one staff account of each role. */
export interface TestConsole {
  club: Club;
  server: TestServer;
  staff: Record<Role, SignedInStaff>;
  get(path: string, who?: { cookie: string }): Promise<Answer>;
  post(path: string, body: unknown, who?: { cookie: string }): Promise<Answer>;
  /** Adds a staff account and signs it in. */
  add(role: Role): Promise<SignedInStaff>;
  /** Moves the clock and signs the staff in again, since their sessions are short. */
  at(ms: number): Promise<void>;
  /** Acts in the audit log since the last call, oldest first. */
  acts(): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export async function openConsole(options: ClubOptions = {}, prepare?: (club: Club) => Promise<void>) {
  const club = await openClub(options);
  await (prepare ?? openOneTable)(club);
  const server = await openServer(club);
  const everybody: SignedInStaff[] = [];
  async function add(role: Role): Promise<SignedInStaff> {
    const one = await signedInStaff(club, role);
    everybody.push(one);
    return one;
  }
  const staff = {} as Record<Role, SignedInStaff>;
  for (const role of ROLES) staff[role] = await add(role);
  let seen = -1n;
  const opened: TestConsole = {
    club,
    server,
    staff,
    add,
    async at(ms) {
      await club.at(ms);
      for (const one of everybody) one.cookie = await staffCookieOf(club, one);
    },
    get: async (path, who) => answerOf(await call(server, path, who ? { cookie: who.cookie } : {})),
    post: async (path, body, who) =>
      answerOf(await call(server, path, { method: 'POST', body, ...(who ? { cookie: who.cookie } : {}) })),
    async acts() {
      const { rows } = await club.owner.query('select seq, body from audit.entry where seq > $1 order by seq', [seen]);
      for (const { seq } of rows) seen = BigInt(seq);
      return rows.map(({ body }) => JSON.parse(body));
    },
    async close() {
      await server.stop();
      await club.close();
    },
  };
  return opened;
}

async function openOneTable(club: Club): Promise<void> {
  await club.openTable({ key: 'dice-60', periodSeconds: 60 });
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text === '' || text === 'null' ? {} : JSON.parse(text) };
}
