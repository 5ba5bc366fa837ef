import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sets the headers of a file download. The name must not reveal its owner. */
export function asFile(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}

/** A file that is generated while it is sent. */
export interface Download {
  type: string;
  name: string;
  pieces: AsyncGenerator<string>;
  /** Time limit in milliseconds; a longer download is aborted. */
  msMax: number;
}

/**
 * Sends a file piece by piece, as fast as the client reads it. An error before the first piece is thrown and answered
 * like any other. The generator always finishes, however the download ends.
 */
export async function sendDownload(reply: FastifyReply, download: Download): Promise<FastifyReply> {
  const { type, name, pieces, msMax } = download;
  const first = await pieces.next();
  const stream = Readable.from(startingWith(first.value ?? '', pieces), { objectMode: false });
  const timer = setTimeout(() => stream.destroy(new Error('the client stopped reading the download')), msMax);
  stream.once('close', () => {
    clearTimeout(timer);
    // A stream that was never read runs neither its generator nor the generator's `finally`.
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
