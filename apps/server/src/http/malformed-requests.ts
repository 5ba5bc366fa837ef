import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Node's answer to the request that the socket serves now. */
interface ServingSocket extends Socket {
  _httpMessage?: ServerResponse | null;
}

/**
 * Answers an unparsable request with the usual headers and closes the connection. A request whose head parses and whose
 * body does not may have its answer already; a second one could pass for that of another request.
 */
export function answerMalformed(error: Error & { code?: string }, socket: ServingSocket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // On a stream, an answer would land among its messages.
  if (!socket.writable || isStream(socket)) {
    socket.destroy();
    return;
  }
  if (socket._httpMessage?.headersSent) {
    socket.end(() => socket.destroy());
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

/**
 * True if a proxy and this server could disagree on the host or on where the body ends: two Host headers, or several
 * transfer encodings, which Node takes if the last is `chunked`. `answerMalformed` refuses other encodings.
 */
export function isAmbiguous({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  return headers['transfer-encoding']?.includes(',') === true || namesTwoHosts(rawHeaders);
}

function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
