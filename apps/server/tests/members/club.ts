import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import Fastify, { type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import { bucketOf } from '../../src/db/ids.ts';
import { openDb, openPool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { installAuth } from '../../src/http/auth.ts';
import { installErrorHandling } from '../../src/http/errors.ts';
import type { Http } from '../../src/http/http.ts';
import { JOINING_ROUTES } from '../../src/http/member/account/routes.ts';
import { SESSION_ROUTES } from '../../src/http/member/sessions/routes.ts';
import { installSecurity } from '../../src/http/security.ts';
import { addRoutes } from '../../src/http/shared/routes.ts';
import { CURRENT_AGREEMENT, PLAY_AGREEMENTS } from '../../src/members/account/agreement.ts';
import type { MembersDeps } from '../../src/members/deps.ts';
import { createInvite } from '../../src/members/invites/invites.ts';
import type { PersonKey } from '../../src/members/persons/person-keys.ts';
import { ATTEMPT_LIMITS } from '../../src/members/sessions/attempts.ts';
import { MEMBER_IDLE_MS } from '../../src/members/sessions/idle-lock.ts';
import { createPasswords, type Passwords } from '../../src/members/sessions/passwords.ts';
import type { Pepper } from '../../src/members/sessions/pepper.ts';
import { createSessions } from '../../src/members/sessions/sessions.ts';
import { callerHeader } from '../kit/callers.ts';
import { waitersNow } from '../kit/locks.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const CONNECTIONS = 12;

export const PASSWORD = 'a lantern in june';

/** For nodes without a keys folder. */
const TEST_PEPPER: Pepper = {
  currentId: 'test',
  mix: async (_, memberId, pin) => `${memberId}/${pin}`,
};

export const TEST_PERSON_KEY: PersonKey = {
  hashes: (mark) => [createHash('sha256').update(JSON.stringify(mark)).digest()],
};

export interface Node {
  http: Http;
  members: MembersDeps;
  /** Number of passwords that this node has verified. */
  evaluated(): number;
  close(): Promise<void>;
}

export interface NodeOptions {
  origins?: string[] | null;
  passwords?: Passwords;
  cacheTtlMs?: number;
  fastify?: FastifyServerOptions;
  /** Registers additional routes before the server starts. */
  routes?(http: Http): void;
}

/** A server process with the members' routes, on a database that other nodes may share. */
export async function startNode(database: TestDatabase, options: NodeOptions = {}): Promise<Node> {
  const pool = openPool({ url: database.urls.api, connectionsMax: CONNECTIONS });
  const db = openDb(pool);
  const passwords = options.passwords ?? createPasswords();
  let evaluated = 0;
  const members: MembersDeps = {
    db,
    passwords: {
      hash: passwords.hash,
      matches(password, stored) {
        evaluated += 1;
        return passwords.matches(password, stored);
      },
    },
    pepper: TEST_PEPPER,
    personKey: TEST_PERSON_KEY,
    sessions: createSessions(db, { cacheTtlMs: options.cacheTtlMs ?? 0 }),
    limits: ATTEMPT_LIMITS,
    idleMs: MEMBER_IDLE_MS,
    reservedNames: { house: 'The Lantern', roles: ['owner'], staff: async () => ['finn'] },
    house: { ageMin: 18, agreementVersion: CURRENT_AGREEMENT, funds: null },
  };
  const http = Fastify({ ...options.fastify }).withTypeProvider<ZodTypeProvider>() as unknown as Http;
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  installErrorHandling(http as never);
  const security = { origins: options.origins ?? null };
  installSecurity(http, security);
  await installAuth(http, { sessions: members.sessions, identifyStaff: async () => null, security });
  addRoutes(http, JOINING_ROUTES, { members, security, agreements: PLAY_AGREEMENTS });
  addRoutes(http, SESSION_ROUTES, { members, security, register: { db, register: null } });
  options.routes?.(http);
  await http.ready();
  return {
    http,
    members,
    evaluated: () => evaluated,
    async close() {
      await http.close();
      await pool.end();
    },
  };
}

export interface World {
  database: TestDatabase;
  owner: pg.Pool;
  node: Node;
  /** Moves the club's clock by an SQL interval. */
  moveClock(by: string): Promise<void>;
  close(): Promise<void>;
}

const STARTING_CREDITS = 100_000n;

/** Sets the welcome grant of future members, in minor units. */
export async function giveToStart(owner: pg.Pool, amount: bigint): Promise<void> {
  await owner.query('delete from members.start_grant');
  await owner.query(
    'insert into members.start_grant select b, $1::bigint from generate_series(0, 255) b where $1::bigint > 0',
    [amount],
  );
}

/** A new database with one node. */
export async function openWorld(options: NodeOptions = {}): Promise<World> {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  owner.on('error', () => {});
  await giveToStart(owner, STARTING_CREDITS);
  const node = await startNode(database, options);
  return {
    database,
    owner,
    node,
    async moveClock(by) {
      await owner.query(`create or replace function clock.now() returns timestamptz language sql volatile
        as 'select clock_timestamp() + interval ''${by}'''`);
    },
    async close() {
      await node.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** Opens all connections of a node, so that concurrent calls reach the database at the same time. */
export async function warmUp(node: Node): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.1)`.execute(node.members.db)));
}

/** Resolves when a call waits for a lock, or `isOver` returns true. */
export async function waitForLock(world: World, isOver: () => boolean = () => false): Promise<void> {
  await vi.waitUntil(async () => (await waitersNow(world.owner)).length > 0 || isOver(), 20_000);
}

export async function invite(node: Node, expiresAt = new Date(Date.now() + 365 * 86_400_000)): Promise<string> {
  return transaction(node.members.db, (tx) => createInvite(tx, { issuer: null, expiresAt }));
}

export interface Call {
  body?: unknown;
  cookie?: string;
  address?: string;
  headers?: Record<string, string>;
}

/** Calls the API like a page of the club. */
export async function call(
  node: Node,
  method: string,
  url: string,
  options: Call = {},
): Promise<LightMyRequestResponse> {
  return node.http.inject({
    method: method as 'GET',
    url,
    remoteAddress: options.address ?? '192.0.2.1',
    headers: {
      host: 'club.example',
      origin: 'http://club.example',
      ...(options.cookie === undefined ? {} : { cookie: options.cookie, ...callerHeader(url, options.cookie) }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
}

/** `name=value` of the session cookie that an answer sets. */
export function cookieOf(answer: LightMyRequestResponse): string {
  const header = answer.headers['set-cookie'];
  const [pair] = String(Array.isArray(header) ? header[0] : header).split(';');
  return pair ?? '';
}

export interface TestMember {
  memberId: string;
  bucket: number;
  userName: string;
  cookie: string;
  recoveryCodes: string[];
}

let names = 0;

export function newName(): string {
  names += 1;
  return `Member${names}`;
}

/** Registers a new member over HTTP. */
export async function join(node: Node, options: { userName?: string; address?: string } = {}): Promise<TestMember> {
  const userName = options.userName ?? newName();
  const answer = await call(node, 'POST', '/api/members', {
    body: form({ userName, inviteCode: await invite(node) }),
    ...(options.address === undefined ? {} : { address: options.address }),
  });
  if (answer.statusCode !== 201) throw new Error(`join: ${answer.body}`);
  const { member, recoveryCodes } = answer.json();
  return { memberId: member.id, bucket: bucketOf(member.id), userName, cookie: cookieOf(answer), recoveryCodes };
}

/** A valid registration form with these fields replaced. */
export function form(fields: Record<string, unknown>): Record<string, unknown> {
  return {
    userName: newName(),
    password: PASSWORD,
    inviteCode: 'TERC-0000-0000',
    birthDate: '1990-05-17',
    agreementVersion: CURRENT_AGREEMENT,
    accepted: ['terms', 'rules', 'privacy'],
    ...fields,
  };
}

export async function signIn(
  node: Node,
  userName: string,
  password = PASSWORD,
  options: Call = {},
): Promise<LightMyRequestResponse> {
  return call(node, 'POST', '/api/session', { body: { userName, password }, ...options });
}

/** Repeats a request while the answer is 503; a busy machine refuses some. */
export async function untilNotBusy(send: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await send();
    if (answer.statusCode !== 503) return answer;
  }
}
