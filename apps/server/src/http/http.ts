import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Identity } from '../identity.ts';
import type { Role } from '../staff/roles.ts';
import type { SignedInStaff } from '../staff/sessions.ts';

/** The Fastify instance on which endpoints register. Zod schemas give the types of requests and answers. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Callers of a route. `public`: everyone. `member`: a member with a full session. `restricted`: also a suspended
 * member's restricted session. `staff`: the roles listed in `roles`. A route without it keeps the server from
 * starting.
 */
export type Access = 'public' | 'member' | 'restricted' | 'staff';

/** The members' pages, the console's, or both. */
export type Site = 'members' | 'console' | 'both';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** On `staff` routes only: the roles that may call it. No role includes another. */
    roles?: readonly Role[];
    /** On `staff` routes: a dangerous act, which requires a proof of presence in the last minutes. */
    stepUp?: true;
    /** On `staff` routes: members read the texts of the form. They must not name an account or lead out of the app. */
    readByMembers?: true;
    /** Like `readByMembers`, under the desk's stricter rules: texts about hosts and cities, and to reporters. */
    judgedWords?: true;
    /** On the one `staff` route that stays open while the account must replace a password set by another person. */
    setsPassword?: true;
    /**
     * A page calls it without a person. On `staff` routes it does not keep the session alive. On members' writes it is
     * not use (`session-use.ts`).
     */
    unattended?: true;
    /**
     * Where the route is served if the console has its own origin. By default `staff` routes are served on the console
     * only, all others with the members' pages.
     */
    site?: Site;
    /** What the call proves or ends about the caller's identity. The result is written to the server's log. */
    proves?: 'sign-in' | 'sign-out' | 'joining' | 'recovery' | 'login-password' | 'finance-password';
    /** On reads: cost of the answer in ordinary reads; 1 by default (`read-limits.ts`). */
    readCost?: number;
    /** On reads: the answer holds a credential, so it is never compressed (`compression.ts`). */
    holdsSecret?: true;
    /**
     * On `public` routes: does nothing for a signed-in account, such as starting a session. Its page need not name an
     * account; every other write must (`caller-header.ts`).
     */
    anyCaller?: true;
    /** On `public` reads: the answer is the caller's session. Never cached; an error if sessions cannot be read. */
    answersSession?: true;
    /** The call's own transaction verifies that the session is live and unrestricted; no query runs before it. */
    sessionCheckedInCall?: boolean;
  }
  interface FastifyRequest {
    /**
     * The calling member. Set on `member` and `restricted` routes before the handler; may be null on `public` ones.
     */
    identity: Identity | null;
    /** The calling staff person. Set on `staff` routes; may be null on the console's public writes; null elsewhere. */
    staff: SignedInStaff | null;
    /** Cost of the answer beyond what its route declares. */
    readCostMore: number;
    /** The member whose identity the call tries to prove, for the log only; null if there is none. */
    meant: string | null;
  }
}
