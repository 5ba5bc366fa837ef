import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { BookStore } from '../../book/store.ts';
import type { FilmStore } from '../../video/film-store.ts';
import { fetchBytes } from '../fetch-bytes.ts';

export interface S3Options {
  /** Such as `https://s3.eu-central-1.amazonaws.com`; the bucket follows in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Prefix of each path; empty, or with a slash at its end. */
  prefix: string;
  keyId: string;
  secret: string;
}

const TIMEOUT_MS = 30_000;
/** The leaf hashes of four million slips. */
const BYTES_MAX = 128 * 1_024 * 1_024;
const ATTEMPTS_MAX = 3;

/** Object storage by the S3 protocol, with version 4 signatures. */
export function s3Store(options: S3Options): BookStore & FilmStore {
  const { region, keyId, secret } = options;
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });
  const base = `${options.endpoint.replace(/(?<!\/)\/+$/, '')}/${options.bucket}/${options.prefix}`;

  async function call(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ) {
    // The signature covers the hash of the body, so what is signed is what is stored.
    const contentHash = hash('sha256', body ?? '');
    const signed = await client.sign(`${base}${path}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': contentHash },
    });
    const { status, bytes } = await fetchBytes(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      timeoutMs: TIMEOUT_MS,
      bytesMax: BYTES_MAX,
      ...(body === undefined ? {} : { body }),
    });
    return { status, bytes };
  }

  return {
    async get(path) {
      const { status, bytes } = await call('GET', path, {});
      if (status === 404) return null;
      if (status !== 200) throw new Error(`the store answered ${status} to GET ${path}`);
      return bytes;
    },
    async put(path, { bytes, contentType, cacheControl }) {
      const headers = { 'content-type': contentType, 'cache-control': cacheControl };
      for (let attempt = 1; ; attempt++) {
        const { status } = await call('PUT', path, headers, bytes);
        if (status === 200) return;
        // 5xx and 429 ask for a retry.
        if (attempt === ATTEMPTS_MAX || (status < 500 && status !== 429)) {
          throw new Error(`the store answered ${status} to PUT ${path}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** attempt));
      }
    },
    async remove(path) {
      const { status } = await call('DELETE', path, {});
      if (status !== 204 && status !== 200 && status !== 404) {
        throw new Error(`the store answered ${status} to DELETE ${path}`);
      }
    },
  };
}
