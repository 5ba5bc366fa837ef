import type { FastifyRequest } from 'fastify';

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/;

/** The first language in `Accept-Language`; `en` if there is none. */
export function localeOf({ headers }: FastifyRequest): string {
  return LOCALE.exec(headers['accept-language'] ?? '')?.[0] ?? 'en';
}
