import { availableParallelism } from 'node:os';
import { QUICKNET_RELAYS } from '@tercet/fair';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Config, listenUrlOf, urlOf } from '../config/config.ts';
import { ageMinOf } from '../config/identity.ts';
import { followClock } from '../db/clock.ts';
import { listen } from '../db/listen.ts';
import { openDb, openPool, type Pool } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { readHelpOrganisations } from '../house/help-organisations.ts';
import { readPlaySafe } from '../house/play-safe.ts';
import { followHosts } from '../http/called-hosts.ts';
import { countryRuleOf } from '../http/caller-country.ts';
import { addConsoleRoutes } from '../http/console/routes.ts';
import { drain, followCalls } from '../http/drain.ts';
import type { Http } from '../http/http.ts';
import { createHttpServer, serveMemberApp } from '../http/http-server.ts';
import { startFeed } from '../http/live/feed.ts';
import { createHub, type Hub } from '../http/live/hub.ts';
import { createStaffHubs } from '../http/live/staff-hubs.ts';
import { addMemberRoutes } from '../http/member/routes.ts';
import { serveConsole } from '../http/serve-console.ts';
import { ownAddressesOf } from '../http/shared/page-origin.ts';
import { addRoutes } from '../http/shared/routes.ts';
import { WEBHOOK_ROUTES } from '../http/webhooks/routes.ts';
import type { Identity } from '../identity.ts';
import { createSelfCheck, type SelfCheck } from '../integrity/self-check.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import { loadReceiptKeys, type ReceiptKeys, tellingOfMissing } from '../lottery/receipt-key.ts';
import { startReceiptSigner } from '../lottery/receipt-signer.ts';
import { createSlipQueue, readShards, SLIPS_WAITING_MAX, type SlipQueue } from '../lottery/slip-queue.ts';
import type { HouseTable } from '../lottery/tables.ts';
import { publishAgreement } from '../members/account/agreement.ts';
import { createUseNotes } from '../members/sessions/idle-lock.ts';
import { createPasswords, PASSWORDS_WAITING_MAX, type PasswordsQueue } from '../members/sessions/passwords.ts';
import { createSessions, SESSION_ENDED } from '../members/sessions/sessions.ts';
import { registerHttpMetrics, type StreamCounts } from '../metrics/http-metrics.ts';
import { countsOf, type ProcessMetrics } from '../metrics/process-metrics.ts';
import { PICTURES_WAITING_MAX, picturesWaiting } from '../pictures/pictures.ts';
import type { Leaving, OnFault, Running } from '../process/lifecycle.ts';
import { openLog } from '../process/log.ts';
import { throttleFaults } from '../process/log-throttle.ts';
import { identifyStaff } from '../staff/sessions.ts';
import type { Traces } from '../trace/open-traces.ts';
import { loadFilmKey } from '../video/keys.ts';
import { keepCatalogue } from './catalogue.ts';
import { keepFace, namedBy } from './face.ts';
import { openFilmStore } from './films.ts';
import { openHouse } from './house.ts';
import { openIdentity } from './identity.ts';
import { openMembers } from './members.ts';
import { openStaff } from './staff.ts';
import { openPush, openWallet } from './wallet.ts';

/**
 * Concurrent batches of slips: one per two cores. While the database processes one batch, this process answers the
 * previous one. More lanes on few cores only make batches smaller and each slip more expensive.
 */
const SLIP_LANES = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

/** Most open staff streams of the desk. */
const STAFF_STREAMS_MAX = 100;

export interface RunningApi extends Running {
  http: Http;
  /** Listening address, such as `http://127.0.0.1:3000`. */
  address: string;
}

export interface Surroundings {
  /** Registry of the metrics. Null: no metrics. */
  registry?: Registry | null;
  /** Whether the process is shutting down. Stopping the API also sets it. */
  leaving?: Leaving;
  /** Logger. By default, one of its own from the configuration. */
  log?: Logger;
  /** Traces of requests. */
  traces?: Traces | null;
  /** Metrics of this process. */
  figures?: ProcessMetrics;
  /** Hashes of the program. By default, they are read when staff ask for them. */
  selfCheck?: SelfCheck;
}

/** Starts the API role: serves members, streams and the app's files. Keeps no state that another process needs. */
export async function startApi(config: Config, surroundings: Surroundings = {}): Promise<RunningApi> {
  const { registry = null, leaving = { begun: false }, traces = null, figures } = surroundings;
  const help = await readHelpOrganisations(config.helpFile);
  const playSafe = await readPlaySafe(config.playSafeFile);
  const { pool, db, betPool, betDb, slipPool, listenUrl, isLent } = openPools(config);
  const { house: founded, statements, agreements } = await openHouse(db, config, ['api']);
  await transaction(db, (tx) => publishAgreement(tx, agreements));
  const shelf = await keepCatalogue(db, listenUrl);
  const face = await keepFace(db, listenUrl);
  const house = namedBy(founded, face.read);
  const clock = await followClock(db);
  const sessions = createSessions(db, { namesDb: betDb });
  const log = surroundings.log ?? openLog(config.logLevel);
  const payments = await openWallet(config, db, house, log);
  const hosts = {
    witnesses: config.witnesses.map(({ url }) => url),
    beacon: QUICKNET_RELAYS,
    cardOrigin: payments.provider?.cardOrigin ?? null,
  };
  const calledHosts = await followHosts(db, hosts, () => performance.now());
  const { origins, consoleOrigin } = config;
  const security = {
    ...{ origins, consoleOrigin },
    ...{ calledHosts, country: countryRuleOf(config) },
    ownAddresses: ownAddressesOf(config, () => http.server),
  };
  const http = await createHttpServer({
    trustProxy: config.trustProxy,
    reads: config.reads,
    log,
    traces,
    sessions,
    noteUse: createUseNotes(db, config.memberIdleMs),
    identifyStaff: (token, isUse) => identifyStaff(db, payments.macs, token, isUse, config.staffIdleMs),
    security,
  });
  const calls = followCalls(http, leaving);
  const onFault: OnFault = (what, error) => http.log.warn({ err: error, what }, 'background task failed, will retry');
  const receiptKeys = await openReceiptKeys(config, onFault);
  const signer = startReceiptSigner(receiptKeys.current, config.keysDir, (error) => onFault('signing receipts', error));
  const queue = createSlipQueue(slipPool, { lanes: SLIP_LANES, shards: await readShards(slipPool), isLent });
  const hub = createHub({ givesWay: queue.isBusy });
  const staffHubs = createStaffHubs(STAFF_STREAMS_MAX);
  const hubs = [hub, staffHubs.desk, staffHubs.others];
  sessions.onEnded((memberId, tokenHash) => hub.drop(memberId, tokenHash));
  const feed = await startFeed({ db, url: listenUrl, hub, staffHubs, clock, catalogue: shelf.read, onFault });
  const ended = listen(listenUrl, SESSION_ENDED, {
    onMessage: sessions.noteEnded,
    onGap() {
      sessions.noteGap();
      feed.checkSessions();
    },
  });

  const onBalance = ({ memberId }: Identity, availableMinor: bigint) => feed.notifySpent(memberId, availableMinor);
  const passwords = createPasswords();
  const members = await openMembers(config, db, { house, statements, agreements }, sessions, passwords);
  const identity = await openIdentity(config, db, house, sessions);
  const shared = { db, house, members, payments, security, catalogue: shelf.read, films: openFilmStore(config) };
  const shown = { ...shared, face: face.read };
  addMemberRoutes(http, {
    ...{ ...shown, identity, register: identity, statements, agreements, help, playSafe },
    ...{ signer, leaving, hub, onBalance, receiptKeys, securityContact: config.securityContact },
    joining: { countries: config.admission.countries, ageMin: ageMinOf(config.admission) },
    push: await openPush(config, db, payments.cipher, log),
    newestTable: () => newestTable(shelf.read()),
    policy: () => newestTable(shelf.read())?.policy ?? null,
    slips: { db: betDb, catalogue: shelf.read, queue, nowMs: clock.nowMs },
    receiptKey: receiptKeys.current.publicKey,
    witnesses: config.witnesses,
    filmKey: await loadFilmKey(config.keysDir),
    accel: config.films.accel,
    perAddressMax: config.streamsPerAddress,
    nowMs: clock.nowMs,
  });
  addRoutes(http, WEBHOOK_ROUTES, { payments, identity });
  addConsoleRoutes(http, {
    ...{ ...shared, staffHubs, people: payments.people },
    selfCheck: surroundings.selfCheck ?? createSelfCheck({ ...config, log }),
    staff: openStaff(db, house, members.passwords, payments, config.staffIdleMs),
    membersOrigin: config.consoleOrigin === null ? null : (config.origins?.[0] ?? null),
  });
  await serveConsole(http, config.consoleApp);
  await serveMemberApp(http, config.memberApp, face.read);

  if (figures) registerInternals(figures, { pool, betPool, slipPool, slips: queue, passwords });
  if (registry) registerHttpMetrics(registry, http, countsOfStreams(hubs), calls);
  const address = await http.listen({ port: config.port, host: config.host });
  return {
    http,
    address,
    async stop(options) {
      await drain({ server: http.server, calls, hubs, leaving }, options);
      // Slips whose client disconnected are still decided.
      await queue.idle();
      await http.close();
      await signer.stop();
      await feed.stop();
      await Promise.all([ended.close(), shelf.stop(), face.stop()]);
      clock.stop();
      await Promise.all([db.destroy(), betDb.destroy(), slipPool.end()]);
    },
  };
}

/** Receipt keys of this process. It takes no bets on a table whose key is missing. */
async function openReceiptKeys({ keysDir }: Config, onFault: OnFault): Promise<ReceiptKeys> {
  const say = throttleFaults(onFault);
  const fault = (publicKey: string) =>
    new Error(`receipt key ${publicKey} is missing: no bets on the tables that name it. Restore the key`);
  return tellingOfMissing(await loadReceiptKeys(keysDir), (publicKey) => say('signing receipts', fault(publicKey)));
}

/** Connection pools. Bets have their own, so that slow reports and many reads cannot delay them. */
function openPools(config: Config) {
  const url = urlOf(config, 'api');
  const pool = openPool({ url, connectionsMax: 12, applicationName: 'tercet api' });
  // Queries of a bet outside its lane: a name, a budget, the sums for the member's own limits.
  const betPool = openPool({ url, connectionsMax: 2, applicationName: 'tercet bets' });
  const slipsUrl = config.slipsUrl ?? url;
  const slipPool = openPool({ url: slipsUrl, connectionsMax: SLIP_LANES, applicationName: 'tercet slips' });
  const listenUrl = listenUrlOf(config, 'api');
  // Connections that support LISTEN belong to the server itself, not to a pooler.
  const isLent = slipsUrl !== listenUrl;
  return { pool, db: openDb(pool), betPool, betDb: openDb(betPool), slipPool, listenUrl, isLent };
}

interface Insides {
  pool: Pool;
  betPool: Pool;
  slipPool: Pool;
  slips: SlipQueue;
  passwords: PasswordsQueue;
}

function registerInternals(figures: ProcessMetrics, { pool, betPool, slipPool, slips, passwords }: Insides): void {
  figures.pool('api', () => countsOf(pool));
  figures.pool('bets', () => countsOf(betPool));
  figures.pool('slips', () => countsOf(slipPool));
  figures.queue('slips', SLIP_LANES * SLIPS_WAITING_MAX, slips.waiting);
  figures.queue('passwords', PASSWORDS_WAITING_MAX, passwords.waiting);
  figures.queue('pictures', PICTURES_WAITING_MAX, picturesWaiting);
}

function countsOfStreams(hubs: readonly Hub[]): StreamCounts {
  return {
    open: () => hubs.reduce((sum, hub) => sum + hub.size(), 0),
    dropped: () => hubs.reduce((sum, hub) => sum + hub.dropped(), 0),
  };
}

/** Null if none is published yet. */
function newestTable(catalogue: Catalogue): HouseTable | null {
  const tables = catalogue.lotteries.flatMap((lottery) => lottery.tables);
  return tables.reduce<HouseTable | null>((a, b) => (a === null || b.entrySeq > a.entrySeq ? b : a), null);
}
