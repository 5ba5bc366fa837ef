import { visible } from '../print.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { HELP, parseOptions, type WitnessOptions } from './options.ts';
import { startWitness } from './witness.ts';

const STOP_WITHIN_MS = 5000;

/** `tercet witness`: runs until it receives a signal. Returns the exit code. */
export async function witnessCommand(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options === null) console.log(HELP);
    else await run(options);
    return 0;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    console.error(visible(error.message));
    return 1;
  }
}

async function run(options: WitnessOptions): Promise<void> {
  const witness = await startWitness(options, { say: (line) => console.error(visible(line)) });
  const stopped = stopSignal();
  const { vkey, url, port } = witness;
  console.log(JSON.stringify({ ready: true, vkey, url, port, logs: options.logs.map(({ origin }) => origin) }));
  console.log(`Witness ${vkey} listens on ${url}`);
  await stopped;
  // Unfinished work was not promised to anyone.
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  await witness.close();
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
