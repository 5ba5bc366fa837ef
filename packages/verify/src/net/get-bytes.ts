/** Something could not be had from another machine, now. The message is one line for a person. */
export class Unreachable extends Error {}

export interface GetLimits {
  /** After so many bytes (decompressed) the answer is refused. */
  bytesMax: number;
  /** For the whole answer, connection and further tries included. A whole number. */
  timeoutMs: number;
}

const TRIES = 2;

/** Bytes in pieces as they arrive. Throws `Unreachable` on any status but 200, on redirects, and past the limits. */
export async function* streamBytes(url: string, { bytesMax, timeoutMs }: GetLimits): AsyncGenerator<Uint8Array> {
  const response = await open(url, timeoutMs);
  let got = 0;
  try {
    for await (const piece of response.body ?? []) {
      got += piece.length;
      if (got > bytesMax) throw new Unreachable(`${url}: longer than ${bytesMax} bytes`);
      yield piece;
    }
  } catch (error) {
    throw asUnreachable(url, error);
  }
}

/** The whole answer, or null where the other machine says that there is none (404). Tries again once when it fails. */
export async function getBytes(url: string, limits: GetLimits): Promise<Uint8Array | null> {
  const deadline = performance.now() + limits.timeoutMs;
  for (let tries = 1; ; tries++) {
    const timeoutMs = Math.ceil(deadline - performance.now());
    try {
      return await collect(url, { ...limits, timeoutMs: Math.max(timeoutMs, 1) });
    } catch (error) {
      if (error instanceof NotThere) return null;
      if (tries === TRIES || performance.now() >= deadline) throw error;
    }
  }
}

class NotThere extends Unreachable {}

async function collect(url: string, limits: GetLimits): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of streamBytes(url, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function open(url: string, timeoutMs: number): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
    throw asUnreachable(url, error);
  });
  if (response.status === 200) return response;
  await response.body?.cancel().catch(() => undefined);
  throw new (response.status === 404 ? NotThere : Unreachable)(`${url}: answered ${response.status}`);
}

function asUnreachable(url: string, error: unknown): Unreachable {
  if (error instanceof Unreachable) return error;
  const { message, cause } = error as Error;
  return new Unreachable(`${url}: ${cause instanceof Error ? cause.message : message}`);
}
