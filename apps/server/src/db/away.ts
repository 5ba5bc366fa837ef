import { sqlState } from './transaction.ts';

/**
 * SQLSTATE classes and codes of a server that cannot be used now: lost connections (08), resources that ran out (53),
 * failures of the system below it (58), a read-only standby, shutting down, starting up, and a connection that the
 * server ended because it waited too long.
 */
const AWAY_CLASSES = ['08', '53', '58'];
const AWAY_STATES = ['25006', '25P03', '55000', '57P01', '57P02', '57P03', '57P04', '57P05'];

/** Codes of Node's for a server that cannot be reached, or hung up. */
const AWAY_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
];

/** Messages of `pg` that have no code: no connection came free in time, none was made, or one ended. */
const AWAY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'the database says nothing',
];

/**
 * Whether an error says that the database is away for now: restarting, read-only during a failover, full, or out of
 * reach. The same call succeeds once the database is back.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null && (AWAY_CLASSES.includes(state.slice(0, 2)) || AWAY_STATES.includes(state))) return true;
  if (!(error instanceof Error)) return false;
  // Node tries several addresses of one host, and throws what each of them said.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return AWAY_MESSAGES.includes(error.message) || isConnectFailure(error);
}

/** Of sockets alone: a file that is missing has the code of a missing socket. */
function isConnectFailure(error: Error & { code?: string; syscall?: string }): boolean {
  const isSocket = error.syscall !== undefined && SOCKET_CALLS.includes(error.syscall);
  return isSocket && error.code !== undefined && AWAY_CODES.includes(error.code);
}

const SOCKET_CALLS = ['connect', 'read', 'write', 'getaddrinfo'];
