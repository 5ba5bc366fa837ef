import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBase } from '@tercet/dev/backup/make-base.ts';
import { restore } from '@tercet/dev/backup/restore.ts';
import { placeOf, rememberPort } from '@tercet/dev/postgres/place.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import type { Db } from '@tercet/server/db/pool.ts';
import { sql } from 'kysely';
import { type Club, openClub } from './club.ts';
import { type Database, openDatabase } from './database.ts';
import { bundleFaults, type Drawn, drawnBy, knownTopUps, lostActs, newDraws, unknownPayouts } from './drill-truths.ts';
import type { Player } from './player.ts';
import { randomOf } from './random.ts';
import { type Provider, providerOf } from './sandbox.ts';
import { untilSettled } from './settled.ts';
import { allowMany, playersOf } from './storm.ts';
import { findFaults } from './truths.ts';

export interface DrillOptions {
  members: number;
  seed: string;
  say(step: string, more: object): void;
}

/** The allowed RPO in seconds. */
const RPO_S_MAX = 300;
const RTO_S_MAX = 1_800;

const BEFORE_BASE_MS = 15_000;
/** Longer than two periods, and than a WAL segment takes to be archived. */
const AFTER_BASE_MS = 95_000;
const SPREAD_MS = 30_000;
const DRAWS_AFTER = 2;
const ASK_EVERY_MS = 5_000;
const CREDITED_MS_MAX = 90_000;
const DRAWS_MS_MAX = 180_000;
const SERVING_MS_MAX = 120_000;

/** Runs the drill. Returns all faults as texts. */
export async function drill(options: DrillOptions): Promise<string[]> {
  const folder = temporaryFolder('tercet-drill-');
  const club = await openClub(randomOf(options.seed), { wrongClocks: false, bookStore: join(folder.path, 'store') });
  let restored: Database | null = null;
  try {
    const sandbox = providerOf(club.sandbox);
    await sandbox.change({ webhookUrl: `${club.addresses[0]}/api/webhooks/sandbox` });
    await allowMany(club);
    const players = await playersOf(club, sandbox, options);
    const playing = players.map((player) => player.play());
    const before = await playWithBase(club, players, folder, options);
    const lostAtMs = await lose(club, folder, options);
    const { database, openedMs } = await putBack(club, folder, options);
    restored = database;
    const servingMs = await untilServing(club, players);
    const seconds = (servingMs - lostAtMs) / 1_000;
    options.say('rto', { seconds, allowed: RTO_S_MAX, ratio: ratioOf(seconds, RTO_S_MAX) });
    const faults = await compare(club, sandbox, { lostAtMs, openedMs, players }, options);
    await untilDrawn(club, lostAtMs);
    for (const player of players) player.stop();
    await Promise.all(playing);
    await sendAgain(sandbox);
    const asking = setInterval(() => void askAtOnce(club.db).catch(() => {}), ASK_EVERY_MS);
    try {
      await untilSettled(club, sandbox);
      await untilCredited(club, sandbox);
    } finally {
      clearInterval(asking);
    }
    return [...faults, ...(await compareAtEnd(club, sandbox, { before, lostAtMs, players }, options))];
  } finally {
    await club.close();
    await restored?.stop();
    folder.remove();
  }
}

/** Load, a base backup during it, and more load. Returns the draws at the end. */
async function playWithBase(
  club: Club,
  players: readonly Player[],
  folder: TemporaryFolder,
  { seed, say }: DrillOptions,
): Promise<Drawn[]> {
  await sleep(BEFORE_BASE_MS);
  const began = performance.now();
  const { ownerUrl } = club.database;
  const base = await makeBase({ folder: join(folder.path, 'backup'), ownerUrl, ...placeOf(club.dataDir) });
  // Backups of the database contain no keys. They are stored separately and are older than the loss.
  cpSync(club.keysDir, join(folder.path, 'keys'), { recursive: true });
  const bytes = base.files.reduce((sum, file) => sum + file.bytes, 0);
  say('base', { seconds: secondsSince(began), megabytes: Math.round(bytes / 2 ** 20), acts: countOf(players) });
  await sleep(AFTER_BASE_MS + randomOf(`${seed}, when`).whole(SPREAD_MS));
  return drawnBy(club);
}

function countOf(players: readonly Player[]): number {
  return players.reduce(
    (sum, { acknowledged: { topUps, slips, withdrawals } }) => sum + topUps.length + slips.length + withdrawals.length,
    0,
  );
}

/** Loses the database's machine with all its processes and the keys. Returns the time. */
async function lose(club: Club, folder: TemporaryFolder, { say }: DrillOptions): Promise<number> {
  await club.database.kill();
  for (const server of club.servers) server.kill();
  const lostAtMs = Date.now();
  const { cluster } = placeOf(club.dataDir);
  rmSync(cluster, { recursive: true, force: true });
  rmSync(club.dataDir, { recursive: true, force: true });
  rmSync(club.keysDir, { recursive: true, force: true });
  cpSync(join(folder.path, 'keys'), club.keysDir, { recursive: true });
  say('lost', { what: 'the database and the keys' });
  return lostAtMs;
}

/**
 * Restores into a new folder on the old port, then recovers the book with the command. `openedMs`: no answer before it
 * comes from the restored database.
 */
async function putBack(
  club: Club,
  folder: TemporaryFolder,
  { say }: DrillOptions,
): Promise<{ database: Database; openedMs: number }> {
  let began = performance.now();
  const dataDir = join(folder.path, 'restored');
  mkdirSync(dataDir, { mode: 0o711 });
  rememberPort(dataDir, club.database.port);
  const { lastCommitAt } = await restore({
    folder: join(folder.path, 'backup'),
    dataDir,
    untilMs: null,
    moreLog: null,
  });
  const openedMs = Date.now();
  const database = await openDatabase(dataDir);
  say('restored', { seconds: secondsSince(began), lastCommitAt });
  // The roles start meanwhile, and must not write to a book that is behind.
  await sleep(5_000);
  began = performance.now();
  const lines = await command(club, 'recover');
  say('recovered', { seconds: secondsSince(began), lines: lines.filter((line) => !line.startsWith('  ')) });
  return { database, openedMs };
}

async function command(club: Club, ...args: string[]): Promise<string[]> {
  const file = join(import.meta.dirname, '../../apps/server/club.mjs');
  const child = spawn(process.execPath, [file, 'book', ...args], {
    env: club.environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`book ${args.join(' ')}: ${text.trim()}`);
  return text.trim().split('\n');
}

/** Waits until all roles run and a bet is accepted. Returns the time. */
async function untilServing(club: Club, players: readonly Player[]): Promise<number> {
  await Promise.all(club.servers.map((server) => server.ready()));
  await Promise.all(players.map((player) => player.signInAgain()));
  const sinceMs = Date.now();
  const newest = () =>
    Math.max(0, ...players.flatMap(({ acknowledged }) => acknowledged.slips.map((one) => one.ackMs)));
  for (const deadline = sinceMs + SERVING_MS_MAX; newest() < sinceMs; await sleep(100)) {
    if (Date.now() > deadline) throw new Error('no bet is taken after the restore');
  }
  return newest();
}

/** Compares what was acknowledged with what is left, and looks for money that was paid out without a record. */
async function compare(
  club: Club,
  sandbox: Provider,
  { lostAtMs, openedMs, players }: { lostAtMs: number; openedMs: number; players: readonly Player[] },
  { say }: DrillOptions,
): Promise<string[]> {
  const lost = await lostActs(club.db, players, { lostAtMs, openedMs });
  const unknown = await unknownPayouts(club.db, await sandbox.counts());
  say('rpo', { ...lost, allowed: RPO_S_MAX, ratio: ratioOf(lost.seconds, RPO_S_MAX), payoutsUnknown: unknown.length });
  return [
    ...(lost.seconds > RPO_S_MAX ? [`${lost.seconds} s of acts are lost`] : []),
    ...unknown.map((reference) => `the provider paid withdrawal ${reference}, which the database does not know`),
  ];
}

async function untilDrawn(club: Club, lostAtMs: number): Promise<void> {
  const deadline = Date.now() + DRAWS_MS_MAX;
  while ((await newDraws(club.db, lostAtMs)) < DRAWS_AFTER) {
    if (Date.now() > deadline) throw new Error('no draw comes after the restore');
    await sleep(500);
  }
}

/**
 * Sends the messages of all payments again, as an operator does in the provider's customer area: the provider does not
 * repeat what the lost database received, and a top-up is credited by a signed message alone. Each is credited once.
 */
async function sendAgain(sandbox: Provider): Promise<void> {
  for (const { reference, providerRef, amountMinor, currency } of (await sandbox.stats()).payments)
    await sandbox.event({ kind: 'paid-in', reference, providerRef, amount: amountMinor, currency });
}

/** Makes the jobs poll the provider about payouts and top-ups at once. They would after some minutes of silence. */
async function askAtOnce(db: Db): Promise<void> {
  await sql`
    update payments.withdrawal set next_at = clock.now()
    where state = 'sent' and attempts = 0 and next_at > clock.now()`.execute(db);
  await sql`
    update payments.top_up set next_at = clock.now()
    where state in ('created', 'pending') and next_at > clock.now()`.execute(db);
}

/** Waits until payments for known top-ups are in the balances. */
async function untilCredited(club: Club, sandbox: Provider): Promise<void> {
  const deadline = Date.now() + CREDITED_MS_MAX;
  for (;;) {
    const known = await knownTopUps(club.db);
    const paid = (await sandbox.counts()).paidIn.filter(({ reference }) => known.has(reference));
    const { rows } = await sql<{ id: string }>`select distinct top_up_id as id from payments.payment`.execute(club.db);
    const credited = new Set(rows.map(({ id }) => id));
    if (paid.every(({ reference }) => credited.has(reference)) || Date.now() > deadline) return;
    await sleep(500);
  }
}

async function compareAtEnd(
  club: Club,
  sandbox: Provider,
  { before, lostAtMs, players }: { before: readonly Drawn[]; lostAtMs: number; players: readonly Player[] },
  { say }: DrillOptions,
): Promise<string[]> {
  const counts = await sandbox.counts();
  const known = await knownTopUps(club.db);
  const paidIn = counts.paidIn.filter(({ reference }) => known.has(reference));
  const found = await findFaults(club, players, { ...counts, paidIn });
  const drawn = await drawnBy(club);
  const diceOf = new Map(drawn.map((one) => [one.drawId, String(one.dice)]));
  const other = before.filter(({ drawId, dice }) => diceOf.get(drawId) !== String(dice));
  const bundles = await bundleFaults(club, drawn);
  const audit = await club.follower.audit('in the end');
  const shown = readFileSync(join(club.environment().TERCET_BOOK_STORE ?? '', 'checkpoint'), 'utf8').split('\n')[1];
  say('compared', {
    draws: found.draws,
    voids: found.voids,
    drawnBefore: before.length,
    drawnOtherwise: other.length,
    drawnAfter: await newDraws(club.db, lostAtMs),
    verified: drawn.length,
    toSettleByHand: counts.paidIn.length - paidIn.length,
    bookEntries: Number(shown),
  });
  return [
    ...other.map(({ drawId, dice }) => `${drawId}: ${dice} was drawn before, ${diceOf.get(drawId)} now`),
    ...found.faults,
    ...bundles,
    ...(audit ?? ['the book could not be read from outside']),
  ];
}

function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1_000;
}

function ratioOf(seconds: number, allowed: number): number {
  return Math.round((seconds / allowed) * 1_000) / 1_000;
}
