import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartFailure } from '../failure.ts';

const RETRY_MS = 100;

/**
 * Checks that we can listen on a port and returns it; 0 gives a free one. Waits for a busy port while `whileBusy`
 * returns true. Throws `StartFailure` with one line otherwise.
 */
export async function claimPort(host: string, port: number, whileBusy: () => boolean): Promise<number> {
  for (;;) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && whileBusy()) await sleep(RETRY_MS);
      else throw new StartFailure(whyNot(host, port, code));
    }
  }
}

async function tryPort(host: string, port: number): Promise<number> {
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening');
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  return found;
}

function whyNot(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: choose another, for example PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than you have: choose one above 1023, for example PORT=3000`;
  return `HOST is "${host}", which is no address of this machine (${code})`;
}
