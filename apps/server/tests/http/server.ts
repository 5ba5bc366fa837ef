import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stake } from '@tercet/fair';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { type Surroundings, startApi } from '../../src/app/app.ts';
import type { Config } from '../../src/config/config.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Http } from '../../src/http/http.ts';
import type { Identity } from '../../src/identity.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { STAFF_IDLE_MS } from '../../src/staff/sessions.ts';
import { callerHeader, noteStaffCookie } from '../kit/callers.ts';
import { type Club, type OpenTable, testPrivateKey } from '../kit/club.ts';
import { startCarryingOut } from '../kit/decisions.ts';
import { ENCRYPTION_KEYS } from '../kit/macs.ts';

/** The API of a club on a free port, as `npm start` runs it. */
export interface TestServer {
  http: Http;
  address: string;
  keysDir: string;
  stop(): Promise<void>;
}

const PAGE = '<!doctype html><title>Tercet</title>';

export async function openServer(
  club: Club,
  more: Partial<Config> = {},
  surroundings: Surroundings = {},
): Promise<TestServer> {
  const folder = temporaryFolder('tercet-http-');
  const keysDir = makeKeys(join(folder.path, 'keys'));
  const config = { ...configOf(club, keysDir), memberApp: makePage(join(folder.path, 'app')), ...more };
  const running = await startApi(config, surroundings);
  const carrying = startCarryingOut(club);
  return {
    http: running.http,
    address: running.address,
    keysDir,
    async stop() {
      await running.stop();
      await carrying.stop();
      folder.remove();
    },
  };
}

export function configOf(club: Club, keysDir: string): Config {
  return {
    port: 0,
    host: '127.0.0.1',
    ownerUrl: null,
    urls: club.database.urls,
    listenUrl: null,
    slipsUrl: null,
    beacon: 'local',
    localBeaconUrl: 'http://127.0.0.1:1',
    keysDir,
    memberApp: null,
    origins: null,
    consoleApp: null,
    consoleOrigin: null,
    logLevel: 'silent',
    trustProxy: false,
    countryHeader: null,
    streamsPerAddress: 10_000,
    reads: { perAddressMax: 100_000_000, perCallerMax: 100_000_000 },
    metrics: null,
    drainMs: 0,
    staffIdleMs: STAFF_IDLE_MS,
    // Tests move the clock. `members/idle-lock` sets it.
    memberIdleMs: Number.POSITIVE_INFINITY,
    traces: null,
    witnesses: [],
    bookStore: null,
    films: {
      store: { kind: 'disk', folder: join(keysDir, '..', 'films') },
      accel: null,
      searchPath: process.env.PATH ?? '',
    },
    push: { moreHosts: [], subject: 'mailto:push@tercet.example' },
    securityContact: null,
    helpFile: null,
    playSafeFile: null,
    houseFile: null,
    agreementFile: null,
    netDepositThresholds: [],
    payments: { kind: 'none' },
    identity: { provider: 'none' },
    admission: { ageMin: 18, countries: [] },
    exclusionRegister: null,
    creditCards: 'accepted',
  };
}

/** Creates a keys folder with the receipt key that the club's tables name. */
export function makeKeys(path: string): string {
  mkdirSync(path, { recursive: true });
  const pem = testPrivateKey().export({ type: 'pkcs8', format: 'pem' }).toString();
  writeFileSync(join(path, 'receipt-key.pem'), pem, { mode: 0o600 });
  writeFileSync(join(path, 'encryption-keys.json'), ENCRYPTION_KEYS, { mode: 0o600 });
  return path;
}

/** Creates the files of a built member app that the server needs. */
function makePage(path: string): string {
  mkdirSync(join(path, 'assets/workers'), { recursive: true });
  mkdirSync(join(path, 'assets/en-82f5df46'));
  writeFileSync(join(path, 'index.html'), PAGE);
  writeFileSync(join(path, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(path, 'assets/index-abc123.js'), 'export {};');
  writeFileSync(join(path, 'assets/style-abc123.css'), 'main { color: red }');
  writeFileSync(join(path, 'assets/en-82f5df46/first.json'), '{}');
  writeFileSync(join(path, 'assets/seal-abc123.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(path, 'assets/workers/proof-worker-abc123.js'), 'export {};');
  writeFileSync(join(path, 'sw.js'), '');
  return path;
}

export interface SignedIn extends Identity {
  cookie: string;
}

/** Starts a session of a member, and returns its cookie. */
export async function signIn(club: Club, member: Identity, restricted = false): Promise<SignedIn> {
  const { memberId, userName } = member;
  const caller = { address: '192.0.2.1', device: null };
  const { token, identity } = await transaction(club.api, (tx) =>
    startSession(tx, { memberId, userName, restricted }, caller),
  );
  return { ...identity, cookie: `tercet=${token}` };
}

export interface Call {
  method?: string;
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Calls the API like a page of the club. A body of type string is sent unchanged. */
export async function call(server: { address: string }, path: string, options: Call = {}): Promise<Response> {
  const { body, cookie, headers = {} } = options;
  const answer = await fetch(`${server.address}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      origin: server.address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie, ...callerHeader(path, cookie) }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  await noteSignIn(path, answer);
  return answer;
}

/** Remembers the cookie of a staff member's sign-in. */
async function noteSignIn(path: string, answer: Response): Promise<void> {
  const [cookie] = answer.headers.getSetCookie();
  if (cookie === undefined || answer.status !== 201 || !path.startsWith('/api/console/session')) return;
  const { staff } = (await answer.clone().json()) as { staff: { id: string } };
  noteStaffCookie(cookie.split(';')[0] ?? '', staff.id);
}

/** The request body of a slip in the current period. */
export function slipBody(table: OpenTable, selections: readonly Stake[]) {
  return {
    drawId: table.schedule().drawId,
    tableHash: table.table.hash,
    selections: selections.map(({ bet, stakeMinor }) => ({ bet, stakeMinor: String(stakeMinor) })),
  };
}

export function placeOver(
  server: { address: string },
  member: SignedIn,
  body: unknown,
  key: string = randomUUID(),
): Promise<Response> {
  return call(server, '/api/slips', { body, cookie: member.cookie, headers: { 'idempotency-key': key } });
}
