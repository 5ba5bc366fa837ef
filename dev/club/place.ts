import { join } from 'node:path';
import type { Act } from '@tercet/server/cli/program/act.ts';
import type { NamedDatabase } from '@tercet/server/cli/program/database.ts';
import type { Local } from '@tercet/server/cli/program/run.ts';
import { LockHeld, takeLock } from '../../scripts/lock.mjs';
import { StartFailure } from '../failure.ts';
import { buildMemberApp } from '../pages/member-app.ts';
import { openDataFolder } from '../postgres/place.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { keysDirOf, openDatabase } from '../start/database.ts';
import { dataDirOf } from '../start/options.ts';

const ROLE_URLS = ['TERCET_APP_URL', 'TERCET_API_URL', 'TERCET_DRAW_URL', 'TERCET_JOBS_URL'];

/** A database that is ready for a command. */
interface Opened {
  /** Environment that names the database and its roles. */
  environment: NodeJS.ProcessEnv;
  embeddedUrl: string | null;
  close(): Promise<void>;
}

/** The database and keys that `npm start` uses with the same environment. */
export function localDatabase(environment: NodeJS.ProcessEnv): Local {
  const name = dataDirOf(environment);
  return {
    name,
    async open(act, named) {
      const opened = await openFor(act, named, environment);
      try {
        const values = { ...valuesOf(named, environment), ...(await pagesFor(act, named, environment)) };
        return { ...opened, environment: { ...environment, ...values, ...opened.environment } };
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
  };
}

async function openFor(act: Act, named: NamedDatabase | null, environment: NodeJS.ProcessEnv): Promise<Opened> {
  const nothing = { embeddedUrl: null, close: async () => {} };
  if (act.scope !== 'database') return { environment: {}, ...nothing };
  const hasRoles = ROLE_URLS.some((name) => environment[name] !== undefined);
  if (act.needs === 'schema' && !hasRoles) return openMigrated(named, environment);
  if (named) return { environment: { TERCET_OWNER_URL: named.url }, ...nothing };
  const postgres = await startPostgres({ dataDir: dataDirOf(environment) });
  const { ownerUrl } = postgres;
  return { environment: { TERCET_OWNER_URL: ownerUrl }, embeddedUrl: ownerUrl, close: () => postgres.stop() };
}

/** Migrates the schema, as `npm start` does, and holds the data folder's lock until `close`. */
async function openMigrated(named: NamedDatabase | null, environment: NodeJS.ProcessEnv): Promise<Opened> {
  const dataDir = openDataFolder(dataDirOf(environment));
  const lock = await lockClub(dataDir);
  try {
    const { ownerUrl, urls, postgres } = await openDatabase({ dataDir, databaseUrl: named?.url ?? null });
    const roles = { TERCET_API_URL: urls.api, TERCET_DRAW_URL: urls.draw, TERCET_JOBS_URL: urls.jobs };
    return {
      environment: { TERCET_OWNER_URL: ownerUrl, ...roles },
      embeddedUrl: postgres ? ownerUrl : null,
      async close() {
        await postgres?.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The lock that npm start takes. */
async function lockClub(dataDir: string): Promise<{ release(): void }> {
  try {
    return await takeLock(join(dataDir, 'start.lock'));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new StartFailure(`The club is open on ${dataDir} (process ${error.pid}): stop it first`);
  }
}

/** The embedded database has its own keys. The sandbox provider is available only while the club is open. */
function valuesOf(named: NamedDatabase | null, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TERCET_KEYS, TERCET_PAYMENTS, TERCET_IDENTITY } = environment;
  const keysDir = keysDirOf(dataDirOf(environment));
  return {
    TERCET_KEYS: named === null ? keysDir : (TERCET_KEYS ?? keysDir),
    TERCET_PAYMENTS: TERCET_PAYMENTS === 'adyen' ? 'adyen' : 'none',
    TERCET_IDENTITY: TERCET_IDENTITY === 'veriff' ? 'veriff' : 'none',
  };
}

/** `npm start` serves pages that it builds itself. */
async function pagesFor(
  act: Act,
  named: NamedDatabase | null,
  { TERCET_MEMBER_APP }: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  if (act.needs !== 'pages' || (named !== null && TERCET_MEMBER_APP !== undefined)) return {};
  return { TERCET_MEMBER_APP: await buildMemberApp() };
}
