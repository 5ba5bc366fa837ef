import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { MINUTE_MS } from '../../../durations.ts';
import type { Identity } from '../../../identity.ts';
import { noteChecked, PAUSE_MS, readPlaySession } from '../../../lottery/play-session.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { readLimits } from '../../../members/limits/limits.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

const PlayAnswer = z.object({
  startedAtMs: z.number().nullable().describe('Start of the session; null without one'),
  netMinor: z.string().describe('`returnedMinor` minus `stakedMinor`'),
  stakedMinor: z.string().describe('Stakes since the start, open bets included'),
  returnedMinor: z.string().describe('Payouts and returned stakes of the bets since the start, once they are settled'),
  openMinor: z.string().describe('Stakes of open bets since the start, which `netMinor` and `stakedMinor` count'),
  checkDueAtMs: z
    .number()
    .nullable()
    .describe('Time from which bets are closed until the member reads the reality check'),
  sessionEndsAtMs: z
    .number()
    .nullable()
    .describe('End of the session by the member’s limit; then bets are closed until an hour without bets has passed'),
  resumesAtMs: z.number().nullable().describe('End of the hour without bets, if the member places none'),
});

export function playRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/play',
    config: { access: 'restricted' },
    schema: {
      tags: ['limits'],
      summary: 'The play session, which starts with the first bet after an hour without bets',
      response: { 200: PlayAnswer, ...PROBLEMS },
    },
    handler: (request) => answerPlay(members, identityOf(request)),
  });
}

export function checkedRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/play/checked',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Record that the reality check was read',
      body: z.strictObject({}),
      response: { 200: PlayAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => noteChecked(tx, identity));
      return answerPlay(members, identity);
    },
  });
}

async function answerPlay({ db }: MembersDeps, identity: Identity): Promise<z.infer<typeof PlayAnswer>> {
  const session = await readPlaySession(db, identity);
  if (!session) {
    const none = { startedAtMs: null, checkDueAtMs: null, sessionEndsAtMs: null, resumesAtMs: null };
    return { ...none, netMinor: '0', stakedMinor: '0', returnedMinor: '0', openMinor: '0' };
  }
  const limits = await readLimits(db, identity);
  const minutesOf = (kind: 'session' | 'check') => limits.find((limit) => limit.kind === kind)?.value ?? null;
  const after = (from: Date, minutes: bigint | null) =>
    minutes === null ? null : from.getTime() + Number(minutes) * MINUTE_MS;
  return {
    startedAtMs: session.startedAt.getTime(),
    netMinor: String(session.returned - session.staked),
    stakedMinor: String(session.staked),
    returnedMinor: String(session.returned),
    openMinor: String(session.open),
    checkDueAtMs: after(session.checkedAt, minutesOf('check')),
    sessionEndsAtMs: after(session.startedAt, minutesOf('session')),
    resumesAtMs: session.lastAt.getTime() + PAUSE_MS,
  };
}
