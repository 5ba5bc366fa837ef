/** A beacon behind drand's HTTP API: relays are asked in turn, and none is trusted. */
import { type Chain, QUICKNET, QUICKNET_RELAYS, verifyBeaconRound } from '@tercet/fair';
import { type Beacon, BeaconUnavailable, type RoundAnswer } from '../../draw/beacon.ts';
import { fetchJson } from '../fetch-json.ts';

export interface DrandOptions {
  kind?: Beacon['kind'];
  chain?: Chain;
  relays?: readonly string[];
  requestTimeoutMs?: number;
}

interface SignedRound {
  round: number;
  signature: string;
}

const REQUEST_TIMEOUT_MS = 2_000;
const ANSWER_BYTES_MAX = 4_096;
const TOO_EARLY = 425;

/** quicknet over drand's public relays, unless told otherwise. The relay that answered last well is asked first. */
export function drandBeacon(options: DrandOptions = {}): Beacon {
  const { kind = 'drand', chain = QUICKNET, relays = QUICKNET_RELAYS, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  let first = 0;

  async function ask(wanted: number | 'latest', signal: AbortSignal | undefined): Promise<SignedRound | 'not-due'> {
    const faults: string[] = [];
    let isEarly = false;
    for (const [turn] of relays.entries()) {
      signal?.throwIfAborted();
      const index = (first + turn) % relays.length;
      const relay = relays[index] ?? '';
      try {
        const answer = await askRelay(relay, chain, wanted, { timeoutMs: requestTimeoutMs, signal });
        if (answer !== 'not-due') {
          first = index;
          return answer;
        }
        isEarly = true;
      } catch (error) {
        faults.push(`${relay}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    signal?.throwIfAborted();
    if (isEarly) return 'not-due';
    throw new BeaconUnavailable(faults);
  }

  return {
    kind,
    chain,
    async roundSignature(round, signal): Promise<RoundAnswer> {
      const answer = await ask(round, signal);
      return answer === 'not-due' ? answer : { signature: answer.signature };
    },
    async latest(signal) {
      const answer = await ask('latest', signal);
      if (answer === 'not-due') throw new BeaconUnavailable(['the beacon has not begun']);
      return answer;
    },
  };
}

/** Throws on anything but a valid signature of the round asked for, or the word that it is not due. */
async function askRelay(
  relay: string,
  chain: Chain,
  wanted: number | 'latest',
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<SignedRound | 'not-due'> {
  const url = `${relay}/${chain.hash}/public/${wanted}`;
  const { status, body } = await fetchJson(url, { timeoutMs, bytesMax: ANSWER_BYTES_MAX, signal });
  if (status === TOO_EARLY) return 'not-due';
  if (status !== 200) throw new Error(`status ${status}`);
  const { round, signature } = (body ?? {}) as Record<string, unknown>;
  if (typeof round !== 'number' || typeof signature !== 'string') throw new Error('malformed answer');
  if (wanted !== 'latest' && round !== wanted) throw new Error('another round than asked for');
  if (!verifyBeaconRound(chain, round, signature)) throw new Error('bad signature');
  return { round, signature };
}
