import { z } from 'zod';
import type { Identity } from '../../../identity.ts';
import { hasBet } from '../../../lottery/has-bet.ts';
import { type Level, levelOf } from '../../../members/account/level.ts';
import { type Me, readMe } from '../../../members/account/me.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { activePayee } from '../../../payments/payees/payees.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { UNTIL_TEXT } from '../../shared/limit-answers.ts';
import { AvatarValue } from './avatar-shapes.ts';

const Minor = z.string().regex(/^\d+$/);

export const MeAnswer = z.object({
  id: z.uuid(),
  userName: z.string(),
  avatar: AvatarValue,
  level: z.number().int().min(1).max(3).describe('1: registered; 2: verified; 3: member for a year'),
  lastAddress: z.string().nullable().describe('Address of the previous sign-in'),
  availableMinor: Minor,
  heldMinor: Minor,
  unreadMessages: z.number().int(),
  hasBet: z.boolean().describe('True from the first accepted bet on'),
  restricted: z.boolean(),
  suspension: z.object({ reason: z.string(), until: z.iso.datetime().nullable() }).nullable(),
  exclusion: z
    .object({
      kind: z.enum(['time-out', 'self-exclusion']),
      untilMs: z.number().nullable().describe(UNTIL_TEXT),
    })
    .nullable()
    .describe('Time-out or self-exclusion of the member; bets and top-ups are closed until it ends. Null without one'),
  closing: z.boolean().describe('True while the account is being closed and paid out'),
  createdAt: z.iso.datetime(),
  agreementVersion: z.number().int(),
  currentAgreementVersion: z.number().int().describe('If above agreementVersion, the member must agree again'),
});
z.globalRegistry.add(MeAnswer, { id: 'Me' });

export function meRoute(http: Http, deps: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['members'],
      summary: 'The signed-in member',
      response: { 200: MeAnswer, ...PROBLEMS },
    },
    handler: (request) => answerMe(deps.members, identityOf(request)),
  });
}

export async function answerMe(deps: MembersDeps, identity: Identity): Promise<z.infer<typeof MeAnswer>> {
  const me = await readMe(deps, identity);
  const level = levelOf({ verified: await isVerified(deps, identity), years: me.years });
  return inJson(me, level, await hasBet(deps.db, identity));
}

/** True once the member gave their real name and bound a card or account, which must be in that name. */
async function isVerified({ db }: MembersDeps, identity: Identity): Promise<boolean> {
  const { realName } = await readPerson(db, identity);
  return realName !== null && (await activePayee(db, identity)) !== null;
}

function inJson(
  { available, held, suspension, exclusion, createdAt, years: _years, ...me }: Me,
  level: Level,
  hasBetBefore: boolean,
): z.infer<typeof MeAnswer> {
  return {
    ...me,
    level,
    hasBet: hasBetBefore,
    availableMinor: available.toString(),
    heldMinor: held.toString(),
    suspension: suspension && { reason: suspension.reason, until: suspension.until?.toISOString() ?? null },
    exclusion: exclusion && { kind: exclusion.kind, untilMs: exclusion.until?.getTime() ?? null },
    createdAt: createdAt.toISOString(),
  };
}
