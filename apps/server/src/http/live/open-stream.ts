import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Http } from '../http.ts';

/** Connections that are streams of events, and nothing else any more. */
const streams = new WeakSet<Socket>();

/**
 * Takes an answer over as a stream of events, and returns the socket to write them to. As far as the server is
 * concerned the request is answered: its hooks run, and request and answer are let go, a third of what a client that
 * only listens would hold in memory.
 */
export function openStream(reply: FastifyReply): Socket {
  const { raw } = reply;
  const { socket } = reply.request.raw;
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
  reply.hijack();
  // Asked for twice in a row, before the first was there.
  if (streams.has(socket)) socket.destroy();
  streams.add(socket);
  socket.setNoDelay(true);
  // Neither a length nor chunks: the messages are the body, as they are, until the connection ends.
  socket.write(headOf({ ...headers, 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' }));
  raw.statusCode = 200;
  raw.emit('finish');
  // The answer's own end set one, as for a connection that waits for its next request.
  socket.setTimeout(0);
  return socket;
}

/**
 * Nothing else is asked on a connection that is a stream: an answer would be written among its messages, so the
 * connection ends instead.
 */
export function refuseMoreOnStreams(http: Http): void {
  http.addHook('onSend', (request, _reply, _payload, done) => {
    if (isStream(request.raw.socket)) request.raw.socket.destroy();
    done();
  });
}

export function isStream(socket: Duplex): boolean {
  return socket instanceof Socket && streams.has(socket);
}

function headOf(headers: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries({ ...headers, date: new Date().toUTCString() }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}\r\n`),
  );
  return `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`;
}
