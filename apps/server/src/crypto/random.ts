import { randomFillSync } from 'node:crypto';

/** Random bytes are read from the system in pages, to save system calls. Each byte is handed out once. */
const PAGE_BYTES = 8_192;

let page = Buffer.alloc(0);
let used = 0;

/** Returns random bytes from the system's generator for ids and salts: at most one page (8,192). */
export function freshRandom(bytes: number): Buffer {
  if (used + bytes > page.length) {
    page = randomFillSync(Buffer.alloc(PAGE_BYTES));
    used = 0;
  }
  used += bytes;
  return page.subarray(used - bytes, used);
}
