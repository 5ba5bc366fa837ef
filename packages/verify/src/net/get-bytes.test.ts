import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBudget } from './budget.ts';
import { getBytes } from './get-bytes.ts';
import { ANYWHERE, addressesOf, fixedLookup, type Guard, isLocalLiteral } from './guard.ts';

const LIMITS = { bytesMax: 1000, timeoutMs: 3000 };

let server: Server;
let listener: RequestListener;
let requests: string[];
let port: number;

beforeEach(async () => {
  requests = [];
  listener = (_request, response) => response.end('hello');
  server = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const at = (host: string, path = '/') => `http://${host}:${port}${path}`;
const strictly = (lookup: Guard['lookup'] = ANYWHERE.lookup): Guard => ({ allowLocal: false, lookup });
const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

describe('an answer', () => {
  test('counts against what all requests of a run may read', async () => {
    const guard: Guard = { ...ANYWHERE, budget: openBudget({ requestsMax: 10, bytesMax: 12, timeMs: 60_000 }) };
    expect(textOf(await getBytes(at('127.0.0.1'), LIMITS, guard))).toBe('hello');
    expect(textOf(await getBytes(at('127.0.0.1'), LIMITS, guard))).toBe('hello');
    await expect(getBytes(at('127.0.0.1'), LIMITS, guard)).rejects.toThrow('may read in all');
  });

  test('is not asked for beyond the requests of a run, and each attempt counts', async () => {
    const budget = openBudget({ requestsMax: 3, bytesMax: 1000, timeMs: 60_000 });
    const guard: Guard = { ...ANYWHERE, budget };
    listener = (_request, response) => response.writeHead(500).end();
    await expect(getBytes(at('127.0.0.1'), LIMITS, guard)).rejects.toThrow('answered 500');
    expect(budget.exceeded).toBeNull();
    await expect(getBytes(at('127.0.0.1'), LIMITS, guard)).rejects.toThrow('requests than this check may make in all');
    await expect(getBytes(at('127.0.0.1'), LIMITS, guard)).rejects.toThrow('requests than this check may make in all');
    expect(requests).toHaveLength(3);
    expect(budget.exceeded).toContain('more requests');
  });

  test('is not asked for, nor waited for, beyond the time of a run', async () => {
    const over = openBudget({ requestsMax: 10, bytesMax: 1000, timeMs: 0 });
    await expect(getBytes(at('127.0.0.1'), LIMITS, { ...ANYWHERE, budget: over })).rejects.toThrow('more time');
    expect(requests).toEqual([]);
    listener = () => {};
    const short = openBudget({ requestsMax: 10, bytesMax: 1000, timeMs: 50 });
    const limits = { ...LIMITS, timeoutMs: 600_000 };
    await expect(getBytes(at('127.0.0.1'), limits, { ...ANYWHERE, budget: short })).rejects.toThrow();
    expect(short.exceeded).toContain('more time');
  });

  test('comes whole, also compressed, and 404 is null', async () => {
    expect(textOf(await getBytes(at('127.0.0.1'), LIMITS))).toBe('hello');
    listener = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
    };
    expect(textOf(await getBytes(at('127.0.0.1'), LIMITS))).toBe('packed');
    listener = (_request, response) => response.writeHead(404).end();
    expect(await getBytes(at('127.0.0.1'), LIMITS)).toBeNull();
  });

  test('of any other status is refused after a second try', async () => {
    listener = (_request, response) => response.writeHead(500).end();
    await expect(getBytes(at('127.0.0.1'), LIMITS)).rejects.toThrow('answered 500');
    expect(requests).toHaveLength(2);
  });

  test.each([301, 302, 303, 307, 308])(
    'that redirects (%i) is refused, and its target is not requested',
    async (status) => {
      listener = (request, response) => {
        if (request.url === '/') response.writeHead(status, { location: at('127.0.0.1', '/inner') }).end();
        else response.end('secret');
      };
      await expect(getBytes(at('127.0.0.1'), LIMITS)).rejects.toThrow('a redirect, which is not followed');
      expect(requests.filter((path) => path.endsWith('/inner'))).toEqual([]);
    },
  );

  test.each<[string, RequestListener, string]>([
    ['is too long', (_request, response) => response.end('x'.repeat(1001)), 'longer than 1000 bytes'],
    [
      'unpacks to too much',
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)));
      },
      'longer than 1000 bytes',
    ],
    [
      'comes packed in another way',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
      'unrequested encoding',
    ],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x');
        setTimeout(() => response.destroy(), 20);
      },
      'aborted',
    ],
  ])('that %s is refused', async (_what, answer, message) => {
    listener = answer;
    await expect(getBytes(at('127.0.0.1'), LIMITS)).rejects.toThrow(message);
  });

  test('that never comes, or drips, ends at the deadline', async () => {
    for (const first of ['', 'x']) {
      listener = (_request, response) => {
        response.writeHead(200);
        response.write(first);
        const timer = setInterval(() => response.write(first), 50);
        response.on('close', () => clearInterval(timer));
      };
      const started = performance.now();
      await expect(getBytes(at('127.0.0.1'), { bytesMax: 1e6, timeoutMs: 300 })).rejects.toThrow('no answer');
      expect(performance.now() - started).toBeLessThan(2500);
    }
  });
});

describe('without --allow-local', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ])('%s is not requested', async (host) => {
    expect(isLocalLiteral(new URL(at(host)))).toBe(true);
    await expect(getBytes(at(host), LIMITS, strictly())).rejects.toThrow('a local address');
    expect(requests).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST.', 'a.localhost'])('%s is neither requested nor looked up', async (host) => {
    const lookup = vi.fn();
    expect(isLocalLiteral(new URL(at(host)))).toBe(true);
    await expect(getBytes(at(host), LIMITS, strictly(lookup))).rejects.toThrow('this machine');
    expect(lookup).not.toHaveBeenCalled();
  });

  test('a name is not requested if any of its addresses is local', async () => {
    expect(isLocalLiteral(new URL(at('witness.example')))).toBe(false);
    for (const addresses of [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '1.1.1.1', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ],
      [{ address: 'fd00::1', family: 6 }],
    ]) {
      const lookup = vi.fn(async () => addresses);
      await expect(getBytes(at('witness.example'), LIMITS, strictly(lookup))).rejects.toThrow('a local address');
      expect(lookup).toHaveBeenCalledTimes(1);
    }
    expect(requests).toEqual([]);
  });

  test('a name that resolves differently each time is requested at the checked address', async () => {
    // A second lookup would return this machine's address. The connection does not look up again.
    const answers = [[{ address: '1.1.1.1', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    const checked = await addressesOf(new URL(at('rebinding.example')), strictly(lookup));
    const connect = fixedLookup(checked);
    for (const all of [true, false]) {
      const found = await new Promise((resolve) =>
        connect('rebinding.example', { all }, (_error, one) => resolve(one)),
      );
      expect(found).toEqual(all ? [{ address: '1.1.1.1', family: 4 }] : '1.1.1.1');
    }
    expect(lookup).toHaveBeenCalledTimes(1);
  });
});

test('with --allow-local a name is looked up once, and requested there under its name', async () => {
  const lookup = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }]);
  expect(textOf(await getBytes(at('witness.example'), LIMITS, { allowLocal: true, lookup }))).toBe('hello');
  expect(requests).toEqual([`witness.example:${port}/`]);
  expect(lookup).toHaveBeenCalledTimes(1);
});

test('only http and https are requested', async () => {
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:,x']) {
    await expect(getBytes(url, LIMITS)).rejects.toThrow('neither http nor https');
  }
});
