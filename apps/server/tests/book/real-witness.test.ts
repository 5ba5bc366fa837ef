import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cosignaturesOf } from '@tercet/fair';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { httpWitness } from '../../src/adapters/witness.ts';
import { askWitnesses } from '../../src/book/ask-witnesses.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import { checkpointOfSize } from '../../src/book/read-log.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import type { WitnessAddress } from '../../src/book/witness.ts';
import { SECOND_MS } from '../../src/durations.ts';
import { advance, periodIn, until } from '../draw/drawing.ts';
import { openServer, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { bookSize, growTo, type KeysFolder, keysFolder, signDeps } from './book-kit.ts';

const TERCET = join(import.meta.dirname, '../../../../packages/verify/src/tercet.mjs');

let club: Club;
let table: OpenTable;
let keys: KeysFolder;
let server: TestServer;
let folder: ReturnType<typeof temporaryFolder>;
let witness: ChildProcess;
let address: WitnessAddress;
let publisher: Publisher;
const faults: string[] = [];
beforeAll(async () => {
  club = await openClub();
  keys = keysFolder();
  folder = temporaryFolder('tercet-witness-');
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  await signTreeHeads(signDeps(club, keys));
  server = await openServer(club);
  const [key] = await readLogKeys(club.db);
  const log = `${key?.vkey}=${server.address}/book`;
  const args = ['witness', '--name', 'w.example', '--data', folder.path, '--port', '0', '--log', log];
  witness = spawn(process.execPath, [TERCET, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: witness.stdout as NodeJS.ReadableStream })) {
    address = JSON.parse(line);
    break;
  }
  publisher = startPublisher({
    ...signDeps(club, keys),
    url: club.database.urls.draw,
    witnesses: [httpWitness(address)],
    mirror: null,
    onFault: (what, error) => faults.push(`${what}: ${error}`),
  });
});
afterAll(async () => {
  await publisher.stop();
  witness.kill();
  await once(witness, 'exit');
  await server.stop();
  folder.remove();
  keys.remove();
  await club.close();
});

async function untilCosigned(size: number): Promise<void> {
  await until(`the cosignature of ${size}`, async () => {
    const note = (await checkpointOfSize(club.db, BigInt(size)))?.note ?? '';
    return cosignaturesOf(note, [address.vkey]).length === 1;
  });
}

test('the program that anyone can run cosigns what this server signs, reading its tiles and leaves', async () => {
  const member = await club.member();
  await untilCosigned(await bookSize(club.db));
  for (let round = 0; round < 3; round++) {
    const period = periodIn(club, table);
    for (let slip = 0; slip <= round; slip++) {
      await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
    }
    await club.at(period.locks * SECOND_MS);
    await advance(club, table);
    await untilCosigned(await bookSize(club.db));
    await club.at(period.draws * SECOND_MS);
    await advance(club, table);
    await untilCosigned(await bookSize(club.db));
  }
  await growTo(club.db, 700);
  await untilCosigned(700);
  expect(faults).toEqual([]);
});

test('and tells later what it cosigned, where its answers were lost', async () => {
  const { rows } = await club.owner.query(
    'select size::integer, at_s::integer from book.cosignature order by size, at_s',
  );
  await publisher.stop();
  await club.owner.query('truncate book.cosignature');
  const span = { from: rows[0].at_s, to: rows.at(-1).at_s };
  expect(await askWitnesses(club.draw, [httpWitness(address)], ORIGIN, span)).toEqual([]);
  const { rows: found } = await club.owner.query(
    'select size::integer, at_s::integer from book.cosignature order by size, at_s',
  );
  expect(found).toEqual(rows);
});
