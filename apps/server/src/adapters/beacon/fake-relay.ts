/** A relay for tests: serves quicknet's known rounds, or any answers that a test sets. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QUICKNET } from '@tercet/fair';

export const KNOWN_ROUNDS: ReadonlyMap<number, string> = new Map([
  [1, 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b'],
  [42, '95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a'],
  [1000, 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'],
  [657413, 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b'],
]);
export const NEWEST_KNOWN_ROUND = 657413;

export interface FakeRelay {
  url: string;
  /** Paths requested so far. */
  requests: string[];
  close(): Promise<void>;
}

/** Answers like an honest relay: 200 for a known round, 425 for any other. */
export const honest: RequestListener = (request, response) => {
  const wanted = request.url?.slice(`/${QUICKNET.hash}/public/`.length) ?? '';
  const round = wanted === 'latest' ? NEWEST_KNOWN_ROUND : Number(wanted);
  const signature = KNOWN_ROUNDS.get(round);
  if (signature === undefined) response.writeHead(425).end('{"error":"too early"}');
  else response.end(JSON.stringify({ round, randomness: '', signature }));
};

/** Answers every request with status 200 and this document. */
export function saying(body: unknown): RequestListener {
  return (_request, response) => {
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export async function startFakeRelay(listener: RequestListener): Promise<FakeRelay> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
