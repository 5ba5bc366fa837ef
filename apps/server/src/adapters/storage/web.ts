import type { BookStore } from '../../book/store.ts';
import { fetchBytes } from '../fetch-bytes.ts';

const TIMEOUT_MS = 10_000;
/** The leaves of a million slips. */
const BYTES_MAX = 64 * 1_024 * 1_024;
const OK = 200;
const NOT_FOUND = 404;

/** A read-only store of a book's files at a URL, such as `https://club.example/book`. */
export function webStore(address: URL): Pick<BookStore, 'get'> {
  const place = address.href.replace(/(?<!\/)\/+$/, '');
  return {
    async get(path) {
      const { status, bytes } = await fetchBytes(`${place}/${path}`, { timeoutMs: TIMEOUT_MS, bytesMax: BYTES_MAX });
      if (status === NOT_FOUND) return null;
      if (status !== OK) throw new Error(`it answered ${status} to ${path}`);
      return bytes;
    },
  };
}
