import { availableParallelism } from 'node:os';
import { QUICKNET_RELAYS } from '@tercet/fair';
import type { Registry } from 'prom-client';
import { httpWitness } from './adapters/witness.ts';
import { beaconsOf } from './app-beacons.ts';
import { openFilmStore, openVideos, storeAt } from './app-films.ts';
import { openHouse } from './app-house.ts';
import { openIdentity } from './app-identity.ts';
import { openStaff } from './app-staff.ts';
import { openPush, openWallet } from './app-wallet.ts';
import { createMirror, type Mirror } from './book/mirror.ts';
import { startPublisher } from './book/publisher.ts';
import type { Config } from './config.ts';
import { ageMinOf } from './config-identity.ts';
import { followClock } from './db/clock.ts';
import { listen } from './db/listen.ts';
import { type Db, openDb, openPool } from './db/pool.ts';
import { type Drawer, startDrawer } from './draw/drawer.ts';
import { sealedLeavesOf } from './draw/sealed-leaves.ts';
import { readHelpOrganisations } from './house/help-organisations.ts';
import type { House } from './house/house.ts';
import { consoleRoutes } from './http/console/console-routes.ts';
import { consoleDeskRoutes } from './http/console/desk-routes.ts';
import { consoleDirectoryRoutes } from './http/console/directory-routes.ts';
import type { ConsoleDirectoryDeps } from './http/console/host-acts.ts';
import { workRoutes } from './http/console/work-routes.ts';
import { followFramed } from './http/framed-pages.ts';
import type { Http } from './http/http.ts';
import { createHttpServer, serveMemberApp } from './http/http-server.ts';
import { startFeed } from './http/live/feed.ts';
import { createHub, type Hub } from './http/live/hub.ts';
import { acceptAgreementRoute, agreementRoute } from './http/member/agreement.ts';
import { leafHashesRoute, listEntriesRoute, readDrawRoute } from './http/member/book.ts';
import { checkpointRoute, tileRoute } from './http/member/book-log.ts';
import { deskRoutes } from './http/member/desk-routes.ts';
import { directoryRoutes } from './http/member/directory-routes.ts';
import { healthRoute } from './http/member/health.ts';
import { helpOrganisationsRoute } from './http/member/help-organisations.ts';
import type { HostLinkDeps } from './http/member/host-link.ts';
import { clockRoute, houseRoute } from './http/member/house.ts';
import { houseTablesRoute } from './http/member/house-tables.ts';
import { identityRoutes } from './http/member/identity-routes.ts';
import { listLiabilitiesRoute, ownOwedRoute } from './http/member/liabilities.ts';
import { listDrawsRoute, listLotteriesRoute, lotteryClassesRoute, readLotteryRoute } from './http/member/lotteries.ts';
import { meRoute } from './http/member/me.ts';
import { offerSignatureRoute } from './http/member/offer-signature.ts';
import { paymentLogosRoute, readPaymentLogoPictureRoute } from './http/member/payment-logos.ts';
import { placeSlipRoute } from './http/member/place-slip.ts';
import { readBannerPictureRoute } from './http/member/read-banner-picture.ts';
import { recoverRoute } from './http/member/recover.ts';
import { registerRoute } from './http/member/register.ts';
import { sessionRoutes } from './http/member/session-routes.ts';
import { slipRoutes } from './http/member/slip-routes.ts';
import { statementRoutes } from './http/member/statement-routes.ts';
import { streamRoute } from './http/member/stream.ts';
import { videoRoutes } from './http/member/video-routes.ts';
import { walletRoutes } from './http/member/wallet-routes.ts';
import { serveConsole } from './http/serve-console.ts';
import type { Identity } from './identity.ts';
import { writeMoneyRule } from './jobs/publish-money-rule.ts';
import { type Catalogue, loadCatalogue } from './lottery/catalogue.ts';
import { loadReceiptKey } from './lottery/receipt-key.ts';
import { startReceiptSigner } from './lottery/receipt-signer.ts';
import { createSlipQueue, readParts } from './lottery/slip-queue.ts';
import type { HouseTable } from './lottery/tables.ts';
import type { MembersDeps } from './members/deps.ts';
import { createPasswords } from './members/passwords.ts';
import { loadPepper } from './members/pepper.ts';
import { loadPersonKey } from './members/person-keys.ts';
import { createSessions, SESSION_ENDED, type Sessions } from './members/sessions.ts';
import { TRY_LIMITS } from './members/tries.ts';
import { identifyStaff } from './staff/sessions.ts';
import { registerHttpFigures } from './watch/http-figures.ts';

/**
 * Batches of slips under way at once. One for each two cores: the database works through one while this process answers
 * the one before; more lanes on few cores only make the batches smaller, and so each slip dearer.
 */
const SLIP_LANES = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));

/** Streams of the desk that the staff have open. */
const STAFF_STREAMS_MAX = 100;

export interface Running {
  stop(): Promise<void>;
}

export interface RunningApi extends Running {
  http: Http;
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
}

type OnFault = (what: string, error: unknown) => void;

/** The API role: serves members, streams and the app's files. Holds no state that another process would need. */
export async function startApi(config: Config, registry: Registry | null = null): Promise<RunningApi> {
  const help = await readHelpOrganisations(config.helpFile);
  const pool = openPool({ url: config.appUrl, connectionsMax: 12, applicationName: 'tercet api' });
  // Slips have connections of their own: a slow report must not keep them waiting.
  const slipPool = openPool({ url: config.appUrl, connectionsMax: SLIP_LANES, applicationName: 'tercet slips' });
  const db = openDb(pool);
  const { house, said } = await openHouse(db, config);
  const shelf = await keepCatalogue(db, config.listenUrl);
  const receiptKey = await loadReceiptKey(config.keysDir);
  const clock = await followClock(db);
  const sessions = createSessions(db);
  const asked = [...config.witnesses.map(({ url }) => url), ...QUICKNET_RELAYS];
  const payments = await openWallet(config, db, house);
  const framed = await followFramed(db, payments.provider?.cardOrigin ?? null, () => performance.now());
  const security = { origins: config.origins, consoleOrigin: config.consoleOrigin, asked, framed };
  const http = await createHttpServer({
    ...config,
    sessions,
    identifyStaff: (token, isUse) => identifyStaff(db, token, isUse),
    security,
  });
  const onFault: OnFault = (what, error) => http.log.warn({ err: error, what }, 'will try again');
  const signer = startReceiptSigner(receiptKey, config.keysDir, (error) => onFault('signing receipts', error));
  const hub = createHub();
  const staffHub = createHub({ clientsMax: STAFF_STREAMS_MAX });
  sessions.onEnded((memberId, tokenHash) => hub.drop(memberId, tokenHash));
  const feed = await startFeed({ db, url: config.listenUrl, hub, staffHub, clock, catalogue: shelf.read, onFault });
  const ended = listen(config.listenUrl, SESSION_ENDED, {
    onMessage: sessions.noteEnded,
    onGap() {
      sessions.noteGap();
      feed.checkSessions();
    },
  });

  const onBalance = ({ memberId }: Identity, availableMinor: bigint) =>
    hub.send(memberId, 'balance', { availableMinor: String(availableMinor), slipsSettled: [] });
  const members = await openMembers(config, db, house, sessions);
  const slips = {
    db,
    catalogue: shelf.read,
    queue: createSlipQueue(slipPool, { lanes: SLIP_LANES, parts: await readParts(slipPool) }),
    nowMs: clock.nowMs,
  };
  const lotteries = { db, catalogue: shelf.read };
  healthRoute(http, { db });
  houseRoute(http, {
    db,
    house,
    said,
    joining: { countries: config.admission.countries, ageMin: ageMinOf(config.admission) },
    newestTable: () => newestTable(shelf.read()),
    receiptKey: receiptKey.publicKey,
    witnesses: config.witnesses,
  });
  helpOrganisationsRoute(http, { help });
  openRoutes(http, lotteries);
  agreementRoute(http);
  acceptAgreementRoute(http, { members });
  registerRoute(http, { members, security });
  sessionRoutes(http, { members, security });
  recoverRoute(http, { members });
  meRoute(http, { members });
  statementRoutes(http, { db, house, catalogue: shelf.read, security, nowMs: clock.nowMs });
  ownOwedRoute(http, { db });
  placeSlipRoute(http, {
    db,
    slips,
    receiptKey,
    signer,
    onPlaced: onBalance,
  });
  slipRoutes(http, { db, slips, receiptKey });
  walletRoutes(http, { members, payments, push: await openPush(config, db, payments.sealer) });
  identityRoutes(http, { identity: await openIdentity(config, db, house, sessions) });
  videoRoutes(http, await openVideos(config, { db, house, security, nowMs: clock.nowMs, onBalance }));
  const staff = openStaff(db, house, members.passwords, payments.sealer);
  const console = { members, payments, staff, security };
  consoleRoutes(http, console);
  const membersOrigin = config.consoleOrigin === null ? null : (config.origins?.[0] ?? null);
  guideAndDeskRoutes(http, { db, house, limits: members.limits, staffHub, membersOrigin });
  workRoutes(http, { ...console, catalogue: shelf.read, writeMoneyRule, films: openFilmStore(config) });
  streamRoute(http, { hub, perAddressMax: config.streamsPerAddress });
  await serveConsole(http, config.consoleApp);
  await serveMemberApp(http, config.memberApp);

  if (registry) registerHttpFigures(registry, http, () => hub.size() + staffHub.size());
  const address = await http.listen({ port: config.port, host: config.host });
  return {
    http,
    address,
    async stop() {
      hub.close();
      staffHub.close();
      await http.close();
      await signer.stop();
      await feed.stop();
      await Promise.all([ended.close(), shelf.stop()]);
      clock.stop();
      await Promise.all([db.destroy(), slipPool.end()]);
    },
  };
}

/** The city guide and the desk, for members and for the staff. */
function guideAndDeskRoutes(
  http: Http,
  deps: HostLinkDeps & ConsoleDirectoryDeps & { house: House; staffHub: Hub },
): void {
  directoryRoutes(http, deps);
  consoleDirectoryRoutes(http, deps);
  deskRoutes(http, deps);
  consoleDeskRoutes(http, deps);
}

/** What anybody may read of the house, the lotteries and the book. */
function openRoutes(http: Http, lotteries: { db: Db; catalogue: () => Catalogue }): void {
  clockRoute(http, lotteries);
  houseTablesRoute(http, lotteries);
  readBannerPictureRoute(http, lotteries);
  paymentLogosRoute(http, lotteries);
  readPaymentLogoPictureRoute(http, lotteries);
  lotteryClassesRoute(http, lotteries);
  listLotteriesRoute(http, lotteries);
  readLotteryRoute(http, lotteries);
  listDrawsRoute(http, lotteries);
  readDrawRoute(http, lotteries);
  listEntriesRoute(http, lotteries);
  offerSignatureRoute(http, lotteries);
  leafHashesRoute(http, lotteries);
  checkpointRoute(http, lotteries);
  tileRoute(http, lotteries);
  listLiabilitiesRoute(http, lotteries);
}

async function openMembers(config: Config, db: Db, house: House, sessions: Sessions): Promise<MembersDeps> {
  return {
    db,
    passwords: createPasswords(),
    pepper: await loadPepper(config.keysDir),
    personKey: await loadPersonKey(config.keysDir),
    sessions,
    limits: TRY_LIMITS,
    house: { ageMin: ageMinOf(config.admission), startingCredits: house.mode === 'play' ? house.startingCredits : 0n },
  };
}

/**
 * The draw role: follows the beacon, seals, draws and pays, and signs the book. Any number may run; one at a time
 * works.
 */
export async function startDraw(config: Config, onFault: OnFault): Promise<Running> {
  const pool = openPool({
    url: config.appUrl,
    connectionsMax: 8,
    applicationName: 'tercet draw',
    statementTimeoutMs: 60_000,
  });
  const db = openDb(pool);
  const { house } = await openHouse(db, config);
  const shelf = await keepCatalogue(db, config.listenUrl);
  const beacons = beaconsOf(shelf.read, config);
  const witnesses = config.witnesses.map((witness) => httpWitness(witness));
  const drawer: Drawer = startDrawer({
    db,
    beaconOf: beacons.of,
    beacons: beacons.current,
    patience: new Map(),
    catalogue: shelf.read,
    origin: house.origin,
    witnesses,
    onFault,
  });
  const publisher = startPublisher({
    db,
    url: config.listenUrl,
    keysDir: config.keysDir,
    origin: house.origin,
    witnesses,
    mirror: mirrorOf(db, shelf.read, config),
    onFault,
  });
  return {
    async stop() {
      await drawer.stop();
      await publisher.stop();
      await shelf.stop();
      await db.destroy();
    },
  };
}

/** Null where none is published yet. */
function newestTable(catalogue: Catalogue): HouseTable | null {
  const tables = catalogue.lotteries.flatMap((lottery) => lottery.tables);
  return tables.reduce<HouseTable | null>((a, b) => (a === null || b.entrySeq > a.entrySeq ? b : a), null);
}

/** The catalogue in memory, read again whenever a table or switch is written. */
async function keepCatalogue(db: Db, url: string) {
  let catalogue = await loadCatalogue(db);
  const reload = (): void => {
    loadCatalogue(db).then(
      (next) => {
        catalogue = next;
      },
      () => {},
    );
  };
  const listener = listen(url, 'tables', { onMessage: reload, onGap: reload });
  return { read: () => catalogue, stop: () => listener.close() };
}

/** The store that others read the book from, if there is one. */
function mirrorOf(db: Db, catalogue: () => Catalogue, { bookStore }: Config): Mirror | null {
  if (bookStore === null) return null;
  return createMirror({ db, store: storeAt(bookStore), leavesOf: (drawId) => sealedLeavesOf(db, catalogue(), drawId) });
}
