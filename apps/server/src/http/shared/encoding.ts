import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** Content codings that clients name in `Accept-Encoding`. */
export type Encoding = 'zstd' | 'br' | 'gzip';

/** Cheapest to compute first. */
const BY_COST: readonly Encoding[] = ['zstd', 'br', 'gzip'];
/** Shortest result first: for answers that are made once and sent often. */
const BY_LENGTH: readonly Encoding[] = ['br', 'zstd', 'gzip'];
/** Names read from one header; browsers send four. */
const NAMES_MAX = 16;

/** Each runs on a thread of the pool, off the event loop. */
const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  zstd: (bytes) => promisify(zstdCompress)(bytes),
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 5 }),
};

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return COMPRESS[encoding](bytes);
}

/** The first coding of `among` that an `Accept-Encoding` header accepts; null if it accepts none. */
export function acceptedEncoding(header: string | undefined, among: readonly Encoding[] = BY_COST): Encoding | null {
  if (!header) return null;
  const taken = new Set<string>();
  for (const one of header.split(',', NAMES_MAX)) {
    const [name = '', ...parameters] = one.split(';');
    if (!parameters.some((parameter) => /^\s{0,3}q=0(?:\.0{0,3})?\s{0,3}$/.test(parameter))) taken.add(name.trim());
  }
  return among.find((encoding) => taken.has(encoding)) ?? null;
}

/** Like `acceptedEncoding`, for an answer that is made once and sent often: shortest result first. */
export function acceptedForCached(header: string | undefined): Encoding | null {
  return acceptedEncoding(header, BY_LENGTH);
}
