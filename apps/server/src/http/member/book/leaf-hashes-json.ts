import { inSlices } from '../../../process/time-slicing.ts';

const HASH_BYTES = 32;
/** Bytes of a hash in hex, with its quotes and comma. */
const ITEM_BYTES = 2 * HASH_BYTES + 3;
/** Hashes written per step: well under a millisecond. */
const STEP_HASHES = 1_024;

/**
 * The answer `{"drawId","count","leafHashes"}` as a stream of JSON text, and its length in bytes. `pages` are `count`
 * hashes in all. A period has up to millions of hashes: serializing them at once would block the event loop.
 */
export function leafHashesAsJson(
  drawId: string,
  count: number,
  pages: AsyncIterable<Buffer>,
): { bytes: number; pieces: AsyncGenerator<Buffer> } {
  const head = Buffer.from(`{"drawId":${JSON.stringify(drawId)},"count":${count},"leafHashes":[`);
  const end = Buffer.from(']}');
  const commas = Math.max(0, count - 1);
  const bytes = head.length + count * (ITEM_BYTES - 1) + commas + end.length;
  return { bytes, pieces: piecesOf(head, pages, end) };
}

async function* piecesOf(head: Buffer, pages: AsyncIterable<Buffer>, end: Buffer): AsyncGenerator<Buffer> {
  yield head;
  let isFirst = true;
  for await (const page of pages) {
    const text = await inSlices(itemsOf(page));
    yield isFirst ? text.subarray(1) : text;
    isFirst = false;
  }
  yield end;
}

/** The hashes in hex, each after a comma. Yields after each step. */
function* itemsOf(page: Buffer): Generator<void, Buffer> {
  const text = Buffer.allocUnsafe((page.length / HASH_BYTES) * ITEM_BYTES);
  for (let at = 0, to = 0; at < page.length; at += STEP_HASHES * HASH_BYTES) {
    const end = Math.min(page.length, at + STEP_HASHES * HASH_BYTES);
    for (let hash = at; hash < end; hash += HASH_BYTES) {
      to += text.write(`,"${page.toString('hex', hash, hash + HASH_BYTES)}"`, to, 'latin1');
    }
    yield;
  }
  return text;
}
