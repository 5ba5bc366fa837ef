/**
 * Runs deploy/ on a real container engine, from Debian's packages and the npm registry alone.
 *   npm run test:containers [-- one-server | compose] [--loud] [--keep] [--from SECTION] [--built]
 * one-server: follows docs/operating/one-server.md on a clean Debian 12. `--keep` leaves the server, and `--from` goes
 * on with it. compose: builds the images, or with `--built` takes those of an earlier run, and starts
 * deploy/compose.yaml. Removes all containers, networks and volumes
 * that it makes. The base images stay for the next run, under localhost/tercet-test-…. Exits with 2 and one line if
 * there is no engine, and with 1 on any fault.
 */
import { parseArgs } from 'node:util';
import { runCompose } from './compose/run.ts';
import { NoEngine, openEngine } from './engine/podman.ts';
import { followPage } from './one-server/follow.ts';

const PARTS = ['one-server', 'compose'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    loud: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    from: { type: 'string' },
    built: { type: 'boolean', default: false },
  },
});

try {
  process.exitCode = await main(positionals);
} catch (error) {
  console.error(error instanceof NoEngine ? `No container engine: ${error.message}. Nothing was tested.` : error);
  process.exitCode = error instanceof NoEngine ? 2 : 1;
}

async function main(names: string[]): Promise<number> {
  const unknown = names.find((name) => !PARTS.includes(name as (typeof PARTS)[number]));
  if (unknown !== undefined) {
    console.error(`Unknown part ${unknown}: ${PARTS.join(', ')}`);
    return 2;
  }
  const engine = await openEngine(['debootstrap', 'openssl']);
  const parts = names.length === 0 ? [...PARTS] : names;
  for (const part of parts) {
    const say = (line: string): void => console.log(`${part}: ${line}`);
    if (part === 'one-server')
      await followPage(engine, say, { isLoud: values.loud, isKept: values.keep, from: values.from });
    else await runCompose(engine, say, values.built);
  }
  console.log(`${parts.length} passed, 0 failed`);
  return 0;
}
