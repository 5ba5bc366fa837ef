import type { FastifyReply } from 'fastify';

/** Takes an answer over as a stream of events; the hub writes to its socket from then on. */
export function openStream(reply: FastifyReply): void {
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
  reply.hijack();
  // Messages are written to the socket as they are; chunked framing would need bytes of its own for each client.
  raw.useChunkedEncodingByDefault = false;
  raw.shouldKeepAlive = false;
  raw.setTimeout(0);
  raw.writeHead(200, { ...headers, 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as Record<string, string>);
  raw.flushHeaders();
  raw.socket?.setNoDelay(true);
}
