import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../db/transaction.ts';
import { endStaffSession } from '../staff/sessions.ts';
import { isConsoleSecure, type SecurityOptions } from './security.ts';

/** Browsers accept a `__Host-` cookie over TLS only, from this host only, and for the whole site. */
export function staffCookie(request: FastifyRequest, security: SecurityOptions): string {
  return isConsoleSecure(request, security) ? '__Host-tercet-staff' : 'tercet-staff';
}

/** Ends the browser's previous session when a new one begins: a browser has one session. */
export async function endReplacedStaff(tx: Tx, request: FastifyRequest, security: SecurityOptions): Promise<void> {
  const token = request.cookies[staffCookie(request, security)];
  if (token !== undefined) await endStaffSession(tx, token);
}

/** Sets a session cookie, `SameSite=Strict`: it ends with the browser and is not sent with cross-site requests. */
export function setStaffCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  security: SecurityOptions,
  token: string,
): void {
  reply.setCookie(staffCookie(request, security), token, optionsOf(request, security));
}

export function clearStaffCookie(request: FastifyRequest, reply: FastifyReply, security: SecurityOptions): void {
  reply.clearCookie(staffCookie(request, security), optionsOf(request, security));
}

function optionsOf(request: FastifyRequest, security: SecurityOptions) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isConsoleSecure(request, security) } as const;
}
