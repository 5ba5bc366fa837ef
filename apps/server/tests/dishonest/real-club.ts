/**
 * A whole club as the basis of honest and dishonest ones. It has a server, PostgreSQL, a beacon, three witness
 * processes, and three tables with no, one and three witnesses. Four periods have passed: two drawn, one void, and the
 * last one sealed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cosignaturesOf } from '@tercet/fair';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { httpWitness } from '../../src/adapters/witness.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { startPublisher } from '../../src/book/publisher.ts';
import { checkpointOfSize } from '../../src/book/read-log.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { bookSize, keysFolder, signDeps } from '../book/book-kit.ts';
import { advance, periodIn, until } from '../draw/drawing.ts';
import { openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type ClubOptions, type OpenTable, openClub } from '../kit/club.ts';

const PERIOD_SECONDS = 30;
/** Numbers of witnesses of the tables. */
export const WITNESS_COUNTS = [0, 1, 3] as const;
export type WitnessCount = (typeof WITNESS_COUNTS)[number];

export interface Witness {
  vkey: string;
  url: string;
}

/** Draws of a table and the member's bets on them. */
export interface Subject {
  witnesses: number;
  table: OpenTable;
  /** Draw ids. */
  earlier: string;
  drawn: string;
  void: string;
  sealed: string;
  /** Ids and idempotency keys of the member's bets. */
  bets: Record<'drawn' | 'void' | 'sealed', { slipId: string; key: string }>;
}

export interface RealClub {
  club: Club;
  server: TestServer;
  member: SignedIn;
  logKey: string;
  witnesses: Witness[];
  subjects: Subject[];
  /** Time of verification in unix milliseconds; nothing honest is overdue then. */
  nowMs: number;
  close(): Promise<void>;
}

/** Wait this long after the lock, so that the witnesses' clocks have passed it too. */
const SEAL_AFTER_MS = 3000;
const SCRIPT = join(import.meta.dirname, 'clocked-witness.ts');

export async function openRealClub(options: ClubOptions = {}): Promise<RealClub> {
  const club = await openClub({ connectionsMax: 12, ...options });
  const keys = keysFolder();
  const folder = temporaryFolder('tercet-dishonest-');
  // The first signature creates the key.
  await club.openTable({ key: 'free-30', periodSeconds: PERIOD_SECONDS });
  await signTreeHeads(signDeps(club, keys));
  const server = await openServer(club);
  const [key] = await readLogKeys(club.db);
  const logKey = key?.vkey ?? '';
  const processes = await Promise.all(
    [1, 2, 3].map((number) => startWitness(number, `${server.address}/book`, { logKey, folder: folder.path, club })),
  );
  const witnesses = processes.map(({ witness }) => witness);
  const faults: string[] = [];
  const publisher = startPublisher({
    ...signDeps(club, keys),
    url: club.database.urls.jobs,
    witnesses: witnesses.map((address) => httpWitness(address)),
    mirror: null,
    onFault: (what, error) => faults.push(`${what}: ${error}`),
  });
  const member = await signIn(club, await club.member());
  const moved = async (ms: number) => {
    await club.at(ms);
    await Promise.all(processes.map(({ process }) => sendTime(process, ms)));
  };
  const play = { club, server, member, witnesses, moved };
  const { subjects, nowMs } = await playFourPeriods(play);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return {
    club,
    server,
    member,
    logKey,
    witnesses,
    subjects,
    nowMs,
    async close() {
      await publisher.stop();
      await Promise.all(processes.map(({ process }) => end(process)));
      await server.stop();
      await club.close();
      keys.remove();
      folder.remove();
    },
  };
}

interface WitnessTerms {
  logKey: string;
  folder: string;
  club: Club;
}

async function startWitness(number: number, bookUrl: string, { logKey, folder, club }: WitnessTerms) {
  const options = {
    name: `witness.example/w${number}`,
    data: join(folder, `w${number}`),
    logs: [{ origin: logKey.split('+', 1)[0], keys: [logKey], bookUrl }],
    port: 0,
    host: '127.0.0.1',
    fromHere: false,
    nowMs: club.clock.nowMs(),
  };
  const child = fork(SCRIPT, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [witness] = (await once(child, 'message')) as [Witness];
  return { process: child, witness };
}

async function sendTime(child: ChildProcess, nowMs: number): Promise<void> {
  const heard = once(child, 'message');
  child.send({ nowMs });
  await heard;
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

interface Play {
  club: Club;
  server: TestServer;
  member: SignedIn;
  witnesses: readonly Witness[];
  moved(ms: number): Promise<void>;
}

async function playFourPeriods(play: Play): Promise<Pick<RealClub, 'subjects' | 'nowMs'>> {
  const { club, witnesses, moved } = play;
  const tables: OpenTable[] = [];
  for (const count of WITNESS_COUNTS) {
    const vkeys = witnesses.slice(0, count).map(({ vkey }) => vkey);
    const plan = {
      key: KEYS[count],
      periodSeconds: PERIOD_SECONDS,
      witnesses: vkeys,
      quorum: Math.ceil((count + 1) / 2),
    };
    tables.push(await club.openTable(count === 0 ? { ...plan, quorum: 0 } : plan));
  }
  const step = async (ms: number) => {
    await moved(ms);
    for (const table of tables) await advance(club, table);
    await cosigned(play);
  };
  await step(club.clock.nowMs());
  const first = Math.floor(club.clock.nowMs() / 1000 / PERIOD_SECONDS) + 1;
  const locks = (period: number) => (first + period + 1) * PERIOD_SECONDS * 1000;
  const bets: Awaited<ReturnType<typeof betOn>>[] = [];
  await step(first * PERIOD_SECONDS * 1000 + 5000);
  for (let period = 0; period < 4; period++) {
    bets.push(await betOn(play, tables));
    // The third period is not sealed in time; the last one is not drawn yet.
    if (period !== 2) await step(locks(period) + SEAL_AFTER_MS);
    if (period !== 3) await step(locks(period) + 12_000);
  }
  const subjects = tables.map((table, index) => {
    const idOf = (period: number) => periodIn(club, table, first + period).drawId;
    const betOf = (period: number) => bets[period]?.[index] ?? { slipId: '', key: '' };
    return {
      witnesses: WITNESS_COUNTS[index] ?? 0,
      table,
      earlier: idOf(0),
      drawn: idOf(1),
      void: idOf(2),
      sealed: idOf(3),
      bets: { drawn: betOf(1), void: betOf(2), sealed: betOf(3) },
    };
  });
  return { subjects, nowMs: locks(3) + 40_000 };
}

const KEYS: Record<WitnessCount, string> = { 0: 'free-30', 1: 'one-30', 3: 'three-30' };

/** The member and three others bet in the current period of each table. */
async function betOn({ club, server, member }: Play, tables: readonly OpenTable[]) {
  const others = await club.members(3);
  const bets: { slipId: string; key: string }[] = [];
  for (const table of tables) {
    for (const other of others) await club.place(other, table, [{ bet: 'odd', stakeMinor: 200n }]);
    const key = crypto.randomUUID();
    const answer = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 250n }]), key);
    if (answer.status !== 201) throw new Error(`a bet was answered ${answer.status}: ${await answer.text()}`);
    const { slip } = (await answer.json()) as { slip: { id: string } };
    bets.push({ slipId: slip.id, key });
  }
  return bets;
}

/** Resolves when all witnesses have cosigned the current book. */
async function cosigned({ club, witnesses }: Play): Promise<void> {
  const vkeys = witnesses.map(({ vkey }) => vkey);
  const size = await bookSize(club.db);
  await until(`cosignatures of ${size}`, async () => {
    const note = (await checkpointOfSize(club.db, BigInt(size)))?.note ?? '';
    return cosignaturesOf(note, vkeys).length === vkeys.length;
  });
}
