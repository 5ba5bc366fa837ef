import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyReceipt } from '@tercet/fair';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { receiptKeyOf } from '../../src/lottery/receipt-key.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub, testPrivateKey } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';
import { balanceOf } from '../kit/money.ts';

// A bet counts by a receipt signed with its table's key. No other key signs receipts, and no bet is accepted without
// one.

const STAKES = [{ bet: 'big', stakeMinor: 100n }] as const;
const otherKey = generateKeyPairSync('ed25519').privateKey;
const other = receiptKeyOf(otherKey).publicKey;

let club: Club;
let table: OpenTable;
let mira: SignedIn;
let folder: ReturnType<typeof temporaryFolder>;
let servers: TestServer[];
beforeEach(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-60', periodSeconds: 60 });
  mira = await signIn(club, await club.member());
  folder = temporaryFolder('tercet-receipt-keys-');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  folder.remove();
  await club.close();
});

/** Creates a keys folder with these files. */
function keysOf(name: string, files: Record<string, typeof otherKey>): string {
  const keysDir = join(folder.path, name);
  mkdirSync(keysDir);
  for (const [file, key] of Object.entries(files)) {
    writeFileSync(join(keysDir, file), key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  return keysDir;
}

async function serve(keysDir: string): Promise<TestServer> {
  const server = await openServer(club, { keysDir });
  servers.push(server);
  return server;
}

/** The body of an answer. */
async function read<T>(answer: Response): Promise<T> {
  return (await answer.json()) as T;
}

interface Refused {
  code: string;
}

interface Placed {
  slip: { id: string };
  receipt: { leafData: string; signature: string; publicKey: string };
}

test('a process that has another key takes no bet, and signs none of before', async () => {
  const right = await serve(keysOf('right', { 'receipt-key.pem': testPrivateKey() }));
  const wrong = await serve(keysOf('wrong', { 'receipt-key.pem': otherKey }));
  const body = slipBody(table, STAKES);
  const before = await balanceOf(club.db, mira);
  const refused = await placeOver(wrong, mira, body);
  expect([refused.status, (await read<Refused>(refused)).code]).toEqual([503, 'busy']);
  expect(await balanceOf(club.db, mira)).toEqual(before);
  const key = 'd2a3c1f0-4f4c-4a47-9f43-0f8a4f3f1c11';
  const placed = await placeOver(right, mira, body, key);
  expect(placed.status).toBe(201);
  const { slip } = await read<Placed>(placed);
  const { cookie } = mira;
  for (const path of [`/api/slips/${slip.id}/proof`, `/api/receipts/${key}`]) {
    expect((await call(right, path, { cookie })).status, path).toBe(200);
    expect((await read<Refused>(await call(wrong, path, { cookie }))).code, path).toBe('busy');
  }
});

test('another key comes into force with new tables, and bets of before keep theirs', async () => {
  const keysDir = keysOf('both', { 'receipt-key.pem': testPrivateKey(), 'receipt-key-2.pem': otherKey });
  const server = await serve(keysDir);
  const place = async (tableHash = table.table.hash): Promise<Placed> => {
    const placed = await placeOver(server, mira, { ...slipBody(table, STAKES), tableHash });
    expect(placed.status).toBe(201);
    return read<Placed>(placed);
  };
  const early = await place();
  expect(early.receipt.publicKey).toBe(club.receiptKey.publicKey);

  const run = (file: string) =>
    clubLines(['book', 'receipt-key', file], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: keysDir });
  await expect(run('receipt-key-3.pem')).rejects.toThrow('does not exist');
  const [line] = await run('receipt-key-2.pem');
  expect(line).toMatch(new RegExp(`^dice-60 {2}receipts signed by ${other} from dice-60/\\d+ on$`));
  expect(await run('receipt-key-2.pem')).toEqual([`dice-60  receipts signed by ${other}, as before`]);
  const first = Number(/dice-60\/(\d+)/.exec(line ?? '')?.[1]);
  await club.at(first * 60_000);

  const shown = async () =>
    read<{ table: { receiptKey: string; hash: string } }>(await call(server, '/api/lotteries/dice-60'));
  await expect.poll(async () => (await shown()).table.receiptKey).toBe(other);
  const late = await place((await shown()).table.hash);
  expect(late.receipt.publicKey).toBe(other);
  const again = await call(server, `/api/slips/${early.slip.id}/proof`, { cookie: mira.cookie });
  const { receipt } = await read<Placed>(again);
  expect(receipt).toMatchObject({ publicKey: club.receiptKey.publicKey, signature: early.receipt.signature });
  expect([verifyReceipt(early.receipt), verifyReceipt(late.receipt)]).toEqual([true, true]);
});
