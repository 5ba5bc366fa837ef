/** The local beacon: drand's HTTP API with its own key, for play money and tests. It signs no future round. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Chain, roundAt } from '@tercet/fair';
import { loadOrCreateKey, localChain, signRound } from './key.ts';

export interface BeaconOptions {
  dataDir: string;
  /** 0 takes a free port. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Unix milliseconds; tests set it. */
  now?: () => number;
}

export interface RunningBeacon {
  chain: Chain;
  port: number;
  url: string;
  /** Signs any round, even a future one. */
  signRound(round: number): string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: unknown;
}

const HOST = '127.0.0.1';
const SIGNATURES_KEPT_MAX = 256;
const PATH_LENGTH_MAX = 200;
const ROUND_PATTERN = /^[1-9][0-9]{0,15}$/;
const NOT_FOUND: Answer = { status: 404, body: { message: 'not found' } };
const MALFORMED: Answer = { status: 400, body: { message: 'malformed round' } };
const TOO_EARLY: Answer = { status: 425, body: { message: 'this round is not due yet' } };

/** Starts the beacon with the data folder's key, generated on the first start. */
export async function startBeacon({
  dataDir,
  port,
  host = HOST,
  now = Date.now,
}: BeaconOptions): Promise<RunningBeacon> {
  const secretKey = await loadOrCreateKey(dataDir);
  const chain = localChain(secretKey);
  const signatureOf = remember((round) => signRound(secretKey, round));
  const server = createServer((request, response) => {
    send(request, response, answer(chain, signatureOf, now(), request));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    chain,
    port: bound,
    url: `http://${HOST}:${bound}`,
    signRound: (round) => signRound(secretKey, round),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(chain: Chain, signatureOf: (round: number) => string, nowMs: number, request: IncomingMessage): Answer {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, body: { message: 'GET only' } };
  const path = request.url?.split('?', 1)[0] ?? '';
  if (path.length > PATH_LENGTH_MAX) return NOT_FOUND;
  const newest = roundAt(nowMs / 1000, chain);
  if (path === '/health') return { status: 200, body: { current: newest, expected: newest } };
  if (path === '/chains') return { status: 200, body: [chain.hash] };
  if (path === `/${chain.hash}/info`) return { status: 200, body: infoV1(chain) };
  if (path === '/v2/beacons/local/info') return { status: 200, body: infoV2(chain) };
  const v1 = `/${chain.hash}/public/`;
  const v2 = '/v2/beacons/local/rounds/';
  const prefix = [v1, v2].find((start) => path.startsWith(start));
  if (prefix === undefined) return NOT_FOUND;
  const wanted = path.slice(prefix.length);
  if (wanted !== 'latest' && !ROUND_PATTERN.test(wanted)) return MALFORMED;
  const round = wanted === 'latest' ? newest : Number(wanted);
  if (!Number.isSafeInteger(round)) return MALFORMED;
  if (round > newest || round < 1) return TOO_EARLY;
  const signature = signatureOf(round);
  if (prefix === v2) return { status: 200, body: { round, signature } };
  const randomness = createHash('sha256').update(signature, 'hex').digest('hex');
  return { status: 200, body: { round, randomness, signature } };
}

function infoV1(chain: Chain) {
  return {
    public_key: chain.publicKey,
    period: chain.period,
    genesis_time: chain.genesis,
    hash: chain.hash,
    groupHash: chain.hash,
    schemeID: chain.scheme,
    metadata: { beaconID: 'local' },
  };
}

function infoV2(chain: Chain) {
  return {
    public_key: chain.publicKey,
    period: chain.period,
    genesis_time: chain.genesis,
    chain_hash: chain.hash,
    scheme: chain.scheme,
    beacon_id: 'local',
  };
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Caches signatures: signing takes milliseconds, and the latest rounds are requested often. */
function remember(sign: (round: number) => string): (round: number) => string {
  const cached = new Map<number, string>();
  return (round) => {
    const signature = cached.get(round) ?? sign(round);
    cached.delete(round);
    cached.set(round, signature);
    const oldest = cached.keys().next();
    if (cached.size > SIGNATURES_KEPT_MAX && !oldest.done) cached.delete(oldest.value);
    return signature;
  };
}
