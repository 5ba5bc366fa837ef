import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { LOG_SERIALIZERS } from './log-serializers.ts';

/** Fields redacted from logs at depth 1 to 3. */
const SECRETS = [
  ...['cookie', 'authorization', 'password', 'loginPassword', 'financePassword', 'oldPassword', 'repeat', 'token'],
  ...[
    'tokenHash',
    'inviteCode',
    'recoveryCode',
    'iban',
    'phone',
    'realName',
    'birthDate',
    'ownerUrl',
    'listenUrl',
    'slipsUrl',
  ],
  'urls',
];

/**
 * Logger of this process. Writes one line of JSON for each event to standard output, with `level` and `time`. Events
 * of a request carry `requestId`.
 */
export function openLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = {
    level,
    serializers: LOG_SERIALIZERS,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: 'not written' },
    base: { pid: process.pid },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
