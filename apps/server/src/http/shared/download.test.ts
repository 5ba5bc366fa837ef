import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { sendDownload } from './download.ts';

test('whoever hangs up before the first byte leaves nothing open behind him', async () => {
  let isOpen = true;
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield 'one';
      yield 'two';
    } finally {
      isOpen = false;
    }
  }
  let closed: Promise<unknown> = Promise.resolve();
  const reply = {
    header: () => reply,
    type: () => reply,
    // Behaves like a connection that has already closed.
    send(stream: Readable) {
      closed = once(stream, 'close');
      stream.destroy();
      return reply;
    },
  };
  const download = { type: 'text/plain', name: 'a.txt', pieces: pieces(), msMax: 1_000 };
  await sendDownload(reply as unknown as FastifyReply, download);
  await closed;
  await expect.poll(() => isOpen).toBe(false);
});
