import { randomBytes } from 'node:crypto';
import type { APIResponse, Page } from '@playwright/test';
import { freshInvite as freshInviteOf } from '@tercet/dev/play-house/play-house.ts';
import type { Club } from './club.ts';

export interface Member {
  userName: string;
  password: string;
  recoveryCodes: string[];
}

export const STARTING_CREDITS_MINOR = 1_000_000n;
export const GOOD_PASSWORD = 'four lanterns over a quiet harbour';

/** An unused invite code other than the printed one. */
export function freshInvite({ ownerUrl }: Club): Promise<string> {
  return freshInviteOf(ownerUrl);
}

export function freshName(): string {
  return `guest-${randomBytes(5).toString('hex')}`;
}

/** Joins as a new member without a screen and signs in on this phone. Members of different journeys share nothing. */
export async function joinClub(page: Page, club: Club, birthDate = '1990-04-12'): Promise<Member> {
  const { version } = await (await page.request.get('/api/agreement')).json();
  const [userName, password] = [freshName(), GOOD_PASSWORD];
  const form = { userName, password, birthDate, agreementVersion: version, accepted: ['terms', 'rules', 'privacy'] };
  const answer = await send(page, '/api/members', { ...form, inviteCode: await freshInvite(club) });
  return { userName, password, recoveryCodes: (await answer.json()).recoveryCodes };
}

/** Sends a write as the page does, whatever address it was opened by. */
async function send(page: Page, path: string, data: object): Promise<APIResponse> {
  const { origin } = new URL((await page.request.get('/api/health')).url());
  const answer = await page.request.post(path, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${path} refused: ${await answer.text()}`);
  return answer;
}
