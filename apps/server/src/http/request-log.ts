import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * The log of one request. The bindings of its lines are redacted and serialized with the first line only. Most
 * requests log nothing, and that work is a twelfth of what a bet costs this process.
 */
class RequestLog {
  readonly #server: Logger;
  readonly #bindings: Bindings;
  readonly #options: ChildLoggerOptions;
  #own: Logger | null = null;

  constructor(server: Logger, bindings: Bindings, options: ChildLoggerOptions) {
    this.#server = server;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return (this.#own ?? this.#server).level;
  }

  set level(level: string) {
    this.#ready().level = level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(): void {}

  child(bindings: Bindings, options?: ChildLoggerOptions): Logger {
    return this.#ready().child(bindings, options);
  }

  #ready(): Logger {
    this.#own ??= this.#server.child(this.#bindings, this.#options);
    return this.#own;
  }

  #write(level: Level, line: unknown[]): void {
    // A route may log in more detail than the server.
    if (!this.#own && !this.#options.level && !this.#server.isLevelEnabled(level)) return;
    (this.#ready()[level] as (...line: unknown[]) => void)(...line);
  }
}

/** For Fastify's `childLoggerFactory`. */
export function requestLogOf(server: unknown, bindings: Bindings, options: ChildLoggerOptions): FastifyBaseLogger {
  return new RequestLog(server as Logger, bindings, options) as unknown as FastifyBaseLogger;
}
