import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isSignedCall } from '@tercet/server/adapters/payment/sandbox-signature.ts';
import { ZodError } from 'zod';
import { type Answer, json, type Request } from './answer.ts';
import { API } from './api.ts';
import { CONTROL, statsOf } from './control.ts';
import { REGISTER_PATH, registerAnswer } from './exclusion-register.ts';
import { No } from './no.ts';
import { isPage, pageAnswer } from './pages.ts';
import type { Sandbox } from './parts.ts';

const BODY_BYTES_MAX = 64 * 1_024;
const ASSETS: Readonly<Record<string, string>> = {
  '/pages/sandbox.css': 'text/css; charset=utf-8',
  '/pages/card-field.js': 'text/javascript; charset=utf-8',
};
const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };

export function sandboxServer(sandbox: Sandbox, secret: string): Server {
  return createServer((message, response) => {
    answerTo(sandbox, secret, message).then(
      (answer) => send(response, answer),
      // The body was too long, or a simulated fault drops the answer: close the connection.
      () => message.socket.destroy(),
    );
  });
}

async function answerTo(sandbox: Sandbox, secret: string, message: IncomingMessage): Promise<Answer> {
  const url = new URL(message.url ?? '/', 'http://sandbox');
  const body = await bodyOf(message);
  const request: Request = {
    method: message.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    body,
  };
  if (isPage(request.path)) return refusing(() => pageAnswer(sandbox, request));
  if (request.path === '/favicon.ico') return { status: 204, headers: {}, body: '' };
  const asset = ASSETS[request.path];
  if (asset !== undefined) return { status: 200, headers: { 'content-type': asset }, body: readAsset(request.path) };
  if (request.path === REGISTER_PATH) return refusing(() => registerAnswer(sandbox.state, secret, request));
  const call = { method: request.method, path: message.url ?? '', body };
  if (!isSignedCall(secret, call, message.headers, Date.now())) return json(401, { message: 'not signed' });
  return refusing(() => signedAnswer(sandbox, request));
}

async function signedAnswer(sandbox: Sandbox, { method, path, body }: Request): Promise<Answer> {
  if (method === 'GET' && path === '/stats') return json(200, statsOf(sandbox));
  const act = Object.hasOwn(API, path) ? API[path] : Object.hasOwn(CONTROL, path) ? CONTROL[path] : undefined;
  if (act === undefined) throw new No(404, 'no such call');
  if (method !== 'POST') throw new No(405, 'POST only');
  const isLost = meetFault(sandbox, path);
  const answer = json(200, await act(sandbox, JSON.parse(body)));
  if (isLost) throw new LostAnswer();
  return answer;
}

/** Applies the configured faults. Returns whether to drop the answer. */
function meetFault({ state }: Sandbox, path: string): boolean {
  const { faults } = state.settings();
  if (!path.startsWith('/api/') || !path.startsWith(faults.path)) return false;
  if (faults.refuse > 0) {
    state.change({ faults: { ...faults, refuse: faults.refuse - 1 } });
    throw new No(503, 'out of order, as the settings want it');
  }
  if (faults.loseAnswer === 0) return false;
  state.change({ faults: { ...faults, loseAnswer: faults.loseAnswer - 1 } });
  return true;
}

class LostAnswer extends Error {}

/** Error messages never repeat the input. */
async function refusing(make: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof No) return json(error.status, { message: error.message });
    if (error instanceof ZodError) return json(400, { message: `malformed: ${error.issues[0]?.path.join('.')}` });
    if (error instanceof SyntaxError) return json(400, { message: 'no JSON' });
    throw error;
  }
}

function readAsset(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8');
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) throw new Error('body too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...ALWAYS, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
