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

/** The Fastify instance that endpoints register on: zod schemas give the types of what comes in and goes out. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/**
 * Who may call, declared on each route: anyone; a member with a full session; also the restricted session of a
 * suspended member; or those of the staff whose role is listed in `roles`. A route without it does not start.
 */
export type Access = 'public' | 'member' | 'restricted' | 'staff';

/** The members' pages, the console's, or both. */
export type Site = 'members' | 'console' | 'both';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** On `staff` routes, and only there: who of the staff may call. No role stands for another. */
    roles?: readonly Role[];
    /** On `staff` routes: a dangerous act, open only to who has proved in the last minutes that he is there himself. */
    stepUp?: true;
    /** On `staff` routes: members read words of the form, which name no account and lead nowhere out of the app. */
    readByMembers?: true;
    /** The same by the rules of the desk, which know more: what is said of hosts and cities, and to reporters. */
    judgedWords?: true;
    /** On the one `staff` route that is open, too, to who has to make a password of his own first. */
    setsPassword?: true;
    /** On `staff` routes: asked by a page again and again by itself, which keeps no session from ending unused. */
    unattended?: true;
    /**
     * Where the route is served when the console has an origin of its own: `staff` routes there alone, any other with
     * the members' pages, unless it says otherwise.
     */
    site?: Site;
    /** What the call proves or ends: who somebody is. What came of it is written to the log of the server. */
    proves?: 'sign-in' | 'sign-out' | 'joining' | 'recovery' | 'login-password' | 'finance-password';
    /** On reads: what the answer takes, in ordinary reads; 1 by default (`read-bounds.ts`). */
    readCost?: number;
    /** On reads: the answer holds something that opens a door, and is never compressed (`compression.ts`). */
    holdsSecret?: true;
    /**
     * On `public` routes: does nothing for whoever is signed in, such as starting a session. Its page need not name an
     * account; every other write has to (`named-caller.ts`).
     */
    anyCaller?: true;
    /** The call's own transaction checks that the session lives and is not restricted; nothing is asked before it. */
    sessionCheckedInCall?: boolean;
  }
  interface FastifyRequest {
    /** Who calls. Set before the handler on `member` and `restricted` routes; may be null on `public` ones. */
    identity: Identity | null;
    /** Who of the staff calls: set on `staff` routes, may be null on the console's public writes, null on any other. */
    staff: SignedInStaff | null;
    /** What the answer costs beyond what its route declares. */
    readCostMore: number;
    /** The member whom a proof of who somebody is was about: for the log alone. Null where there is none. */
    meant: string | null;
  }
}
