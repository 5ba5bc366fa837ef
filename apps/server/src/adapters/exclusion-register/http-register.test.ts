import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RegisterFailure } from '../../identity-checks/exclusion-register.ts';
import { httpRegister } from './http-register.ts';

const QUESTION = {
  reference: '018f0000-0000-7000-8000-000000000001',
  realName: 'Ana Petrova',
  birthDate: '1990-05-17',
  country: 'MN',
};

let next: { status: number; body: string };
let heard: { method: string | undefined; headers: IncomingMessage['headers']; body: unknown } | null = null;
const server = createServer(async (request, response) => {
  heard = { method: request.method, headers: request.headers, body: JSON.parse(await text(request)) };
  response.writeHead(next.status, { 'content-type': 'application/json', location: '/elsewhere' }).end(next.body);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lookups`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function ask(status: number, body: unknown) {
  next = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return httpRegister({ url, secret: 'a-bearer-token' }).lookUp(QUESTION);
}

describe('a question to the exclusion register', () => {
  it('sends name, birth date and country with the bearer token', async () => {
    await ask(200, { excluded: false });
    expect(heard?.method).toBe('POST');
    expect(heard?.headers.authorization).toBe('Bearer a-bearer-token');
    expect(heard?.body).toEqual({
      reference: QUESTION.reference,
      name: 'Ana Petrova',
      birthDate: '1990-05-17',
      country: 'MN',
    });
  });

  it('takes both answers, with and without a number', async () => {
    expect(await ask(200, { excluded: true, reference: 'GS-17' })).toEqual({ excluded: true, reference: 'GS-17' });
    expect(await ask(200, { excluded: false, reference: null })).toEqual({ excluded: false, reference: null });
    expect(await ask(200, { excluded: false, more: 1 })).toEqual({ excluded: false, reference: null });
  });

  it.each<[string, number, unknown]>([
    ['nothing', 200, ''],
    ['no JSON', 200, '<html>'],
    ['no verdict', 200, {}],
    ['a verdict in words', 200, { excluded: 'no' }],
    ['null', 200, 'null'],
    ['a list', 200, []],
    ['a number that is no text', 200, { excluded: false, reference: 17 }],
    ['a number with control characters', 200, { excluded: false, reference: 'a\u0000b' }],
    ['a longer answer than allowed', 200, { excluded: false, filler: 'x'.repeat(20_000) }],
    ['a redirect', 302, { excluded: false }],
    ['an error', 500, { excluded: false }],
    ['a refusal', 401, { excluded: false }],
    ['no content', 204, ''],
  ])('an answer with %s is a failure, never "not excluded"', async (_name, status, body) => {
    await expect(ask(status, body)).rejects.toBeInstanceOf(RegisterFailure);
  });

  it('a register that cannot be reached is a failure whose message names nobody', async () => {
    const closed = httpRegister({ url: 'http://127.0.0.1:9/lookups', secret: 'a-bearer-token' }).lookUp(QUESTION);
    await expect(closed).rejects.toThrow('the question to the exclusion register failed');
    const error: Error = await closed.catch((thrown) => thrown);
    expect(`${error.message} ${error.stack}`).not.toMatch(/Petrova|bearer/);
  });
});
