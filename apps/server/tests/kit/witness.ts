import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  cosignedMessage,
  formatCosignature,
  fromBase64,
  NOTE_COSIGNATURE,
  openCheckpoint,
  parseNote,
  toHex,
  verifierKeyOf,
  verifyConsistencyHex,
} from '@tercet/fair';
import { emptyTree } from '../../src/book/tree.ts';
import type { WitnessAddress } from '../../src/book/witness.ts';

/**
 * How it treats valid requests. `mute`: cosigns and publishes, but the answer is lost. `forger`: signs with another
 * key. `refusing`: refuses. `slow`: never answers. `wavering`: claims another tree size each time.
 */
export type Manner = 'honest' | 'mute' | 'forger' | 'refusing' | 'slow' | 'wavering';

/** A witness (c2sp.org/tlog-witness) of one log, in this process, with what it publishes. */
export interface TestWitness {
  vkey: string;
  address: WitnessAddress;
  manner: Manner;
  /** The tree head that it cosigned last. */
  seen: { size: number; root: string };
  /** Received calls and the status of each answer. */
  calls: { old: number; size: number; status: number }[];
  /** Highest number of concurrent calls. */
  mostAtOnce: number;
  published: { note: string; atSeconds: number }[];
  close(): Promise<void>;
}

export interface TestWitnessOptions {
  name: string;
  /** Public keys of the watched log. */
  logKeys(): Promise<string[]>;
  nowMs(): number;
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
}

const EMPTY = { size: 0, root: toHex(emptyTree().root()) };

export async function startWitness(options: TestWitnessOptions): Promise<TestWitness> {
  const { name, logKeys, nowMs, host = '127.0.0.1' } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const vkey = verifierKeyOf(name, NOTE_COSIGNATURE, Buffer.from(rawKey(publicKey)).toString('hex'));
  const server = createServer();
  const witness: TestWitness = {
    vkey,
    address: { vkey, url: '' },
    manner: 'honest',
    seen: EMPTY,
    calls: [],
    mostAtOnce: 0,
    published: [],
    close: () => close(server),
  };

  let underWay = 0;

  async function addCheckpoint(body: string): Promise<{ status: number; text: string }> {
    const split = body.indexOf('\n\n');
    const [first = '', ...hashes] = body.slice(0, split).split('\n');
    const note = body.slice(split + 2);
    const old = Number(/^old ([0-9]+)$/.exec(first)?.[1]);
    const checkpoint = openCheckpoint(note, await logKeys());
    if (!checkpoint) return { status: 403, text: 'not signed by the log\n' };
    const answer = (status: number, text: string) => {
      witness.calls.push({ old, size: checkpoint.size, status });
      return { status, text };
    };
    if (witness.manner === 'refusing') return answer(500, 'no\n');
    if (witness.manner === 'wavering') return answer(409, `${1 + (witness.calls.length % 2)}\n`);
    if (old !== witness.seen.size) return answer(409, `${witness.seen.size}\n`);
    const proof = hashes.map((line) => toHex(fromBase64(line) ?? new Uint8Array()));
    const claim = { from: old, to: checkpoint.size, fromRoot: witness.seen.root, toRoot: checkpoint.root, proof };
    if (old === checkpoint.size && witness.seen.root !== checkpoint.root) return answer(409, `${old}\n`);
    if (!verifyConsistencyHex(claim)) return answer(422, 'not consistent\n');
    const atSeconds = Math.floor(nowMs() / 1_000);
    const text = parseNote(note)?.text ?? '';
    const line = cosign(witness.manner === 'forger' ? otherKey() : privateKey, vkey, text, atSeconds);
    witness.seen = { size: checkpoint.size, root: checkpoint.root };
    witness.published.push({ note: note + line, atSeconds });
    return answer(200, line);
  }

  server.on('request', async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const url = new URL(request.url ?? '/', 'http://witness');
    if (request.method === 'POST') {
      if (witness.manner === 'slow') return;
      underWay += 1;
      witness.mostAtOnce = Math.max(witness.mostAtOnce, underWay);
      const { status, text } = await addCheckpoint(body);
      underWay -= 1;
      if (witness.manner === 'mute' && status === 200) response.destroy();
      else response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
      return;
    }
    const origin = openCheckpoint(witness.published[0]?.note ?? '', await logKeys())?.origin ?? '';
    const isPlace = url.pathname === `/w/${hash('sha256', origin)}/cosigned`;
    const [from, to] = [Number(url.searchParams.get('from')), Number(url.searchParams.get('to'))];
    const checkpoints = witness.published.filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to);
    response.writeHead(isPlace ? 200 : 404).end(JSON.stringify({ checkpoints, next: null }));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  witness.address.url = `http://${host}:${(server.address() as AddressInfo).port}/w`;
  return witness;
}

function cosign(key: KeyObject, vkey: string, text: string, atSeconds: number): string {
  return formatCosignature(vkey, atSeconds, sign(null, cosignedMessage(text, atSeconds), key));
}

function otherKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey;
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
