import { setPriority } from 'node:os';
import { prepareServer } from '../apps/server/tests/setup/global.ts';
import { measure } from './mutation/measure.ts';
import { BadRequest, type Request, readRequest } from './mutation/request.ts';

// npm run test:mutation [-- FOLDER … [--sample PERCENT] [--concurrency N] [--force] [--tests PATTERN …]]: changes the
// code in small ways and counts what the tests notice. Writes dist/mutation/FOLDER.json. Fails on a mutant that
// survives and is not listed as equivalent. FOLDER is a folder of tools/mutation/targets.ts, or a folder or file in
// one. --sample runs a share of the mutants, the same each time. --tests narrows the tests, to work on one file.

const LOWEST_PRIORITY = 19;

async function main(request: Request): Promise<boolean> {
  setPriority(LOWEST_PRIORITY);
  // Always a separate server, because databases are dropped and settings changed.
  delete process.env.DATABASE_URL;
  const needsServer = request.parts.some(({ target }) => target.needsDatabase);
  const server = needsServer ? await prepareServer() : null;
  try {
    let ok = true;
    for (const part of request.parts) ok = (await measure(part, request, server?.testServer)) && ok;
    return ok;
  } finally {
    await server?.stop();
  }
}

try {
  process.exitCode = (await main(readRequest(process.argv.slice(2)))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof BadRequest)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
