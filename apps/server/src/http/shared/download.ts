import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file to be kept; its name says nothing of whose it is. */
export function asFile(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}

/** A file that is sent while it is made. */
export interface Download {
  type: string;
  name: string;
  pieces: AsyncGenerator<string>;
  /** One that takes longer is broken off. */
  msMax: number;
}

/**
 * Sends a file piece by piece, as fast as it is read. What goes wrong before anything is sent is thrown, to be answered
 * like elsewhere; the generator comes to its end however the download ends.
 */
export async function sendDownload(reply: FastifyReply, download: Download): Promise<FastifyReply> {
  const { type, name, pieces, msMax } = download;
  const first = await pieces.next();
  const stream = Readable.from(startingWith(first.value ?? '', pieces), { objectMode: false });
  const timer = setTimeout(() => stream.destroy(new Error('nobody reads it')), msMax);
  stream.once('close', () => {
    clearTimeout(timer);
    // A stream that nobody began to read never runs what it is made of, nor the end of that.
    pieces.return(undefined).catch(() => {});
  });
  return asFile(reply, type, name).send(stream);
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
