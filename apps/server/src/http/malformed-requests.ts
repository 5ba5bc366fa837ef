import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { isStream } from './live/open-stream.ts';
import { REQUEST_ID_HEADER, requestUrn } from './request-ids.ts';

const HEADERS = [
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: no-referrer',
  'cross-origin-resource-policy: same-origin',
  'content-type: application/problem+json',
  'connection: close',
].join('\r\n');

const STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers an unparsable request with the usual headers and closes the connection. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // On a stream, an answer would land among its messages.
  if (!socket.writable || isStream(socket)) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const code = 'invalid-body';
  const id = randomUUID();
  const problem = {
    type: `urn:tercet:problem:${code}`,
    title: code,
    status: Number.parseInt(status, 10),
    code,
    instance: requestUrn(id),
    params: {},
  };
  const body = JSON.stringify(problem);
  socket.end(
    `HTTP/1.1 ${status}\r\n${HEADERS}\r\n${REQUEST_ID_HEADER}: ${id}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/** True if a request has two Host headers: a proxy could use one and the server the other. */
export function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
