import { randomFillSync } from 'node:crypto';

/** Random bytes are fetched by the page: one call to the system for many. Each is handed out once. */
const PAGE_BYTES = 8_192;

let page = Buffer.alloc(0);
let used = 0;

/** Fresh bytes from the system's generator, for at most a page: ids, salts. */
export function freshRandom(bytes: number): Buffer {
  if (used + bytes > page.length) {
    page = randomFillSync(Buffer.alloc(PAGE_BYTES));
    used = 0;
  }
  used += bytes;
  return page.subarray(used - bytes, used);
}
