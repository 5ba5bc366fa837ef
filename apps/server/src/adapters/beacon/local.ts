/** The house-run beacon for play money and tests. */
import { type Chain, chainKind } from '@tercet/fair';
import { type Beacon, BeaconUnavailable } from '../../draw/worker/beacon.ts';
import { fetchJson } from '../fetch-json.ts';
import { drandBeacon } from './drand.ts';

const TIMEOUT_MS = 2_000;
const INFO_BYTES_MAX = 4_096;

/**
 * Reads the chain from the process at `url`. Throws a `BeaconUnavailable` if it is down or if the hash does not belong
 * to its key.
 */
export async function localBeacon(url: string, signal?: AbortSignal): Promise<Beacon> {
  const chain = await readChain(url, signal);
  if (chainKind(chain) !== 'local') throw new BeaconUnavailable([`${url}: the chain hash is not that of its key`]);
  return localBeaconOf(chain, url);
}

/** The beacon of a known chain; no request is made before the first round. */
export function localBeaconOf(chain: Chain, url: string): Beacon {
  return drandBeacon({ kind: 'local', chain, relays: [url], requestTimeoutMs: TIMEOUT_MS });
}

async function readChain(url: string, signal: AbortSignal | undefined): Promise<Chain> {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, bytesMax: INFO_BYTES_MAX, signal };
    const { status, body } = await fetchJson(`${url}/v2/beacons/local/info`, limits);
    if (status !== 200) throw new Error(`status ${status}`);
    const info = (body ?? {}) as Record<string, unknown>;
    return {
      hash: String(info.chain_hash),
      publicKey: String(info.public_key),
      period: Number(info.period),
      genesis: Number(info.genesis_time),
      scheme: String(info.scheme),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw new BeaconUnavailable([`${url}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}
