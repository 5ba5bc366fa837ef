import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '../db/transaction.ts';
import { endStaffSession } from '../staff/sessions.ts';
import { isConsoleSecure, type SecurityOptions } from './security.ts';

/** The browser takes a `__Host-` cookie over TLS only, from this host only, for the whole site. */
export function staffCookie(request: FastifyRequest, security: SecurityOptions): string {
  return isConsoleSecure(request, security) ? '__Host-tercet-staff' : 'tercet-staff';
}

/** A browser has one session: the one that it had before ends when the next one begins. */
export async function endReplacedStaff(tx: Tx, request: FastifyRequest, security: SecurityOptions): Promise<void> {
  const token = request.cookies[staffCookie(request, security)];
  if (token !== undefined) await endStaffSession(tx, token);
}

/** Until the browser is closed, and never with a call that another site began. */
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
