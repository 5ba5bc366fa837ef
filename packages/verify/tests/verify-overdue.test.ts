import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOG } from '../../fair/tests/book-kit.ts';
import type { Story } from '../../fair/tests/stories.ts';
import { TestClub } from './kit/club.ts';
import { type Ran, tercet } from './kit/command.ts';

let club: TestClub;
let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'tercet-state-'));
});

afterEach(async () => {
  await club.close();
  rmSync(state, { recursive: true, force: true });
});

async function withheld(story: Story): Promise<void> {
  club = await TestClub.start(story);
  club.withholdDraw();
}

function check(relays: readonly number[], { nowMs = club.nowMs, more = ['--json'] } = {}): Promise<Ran> {
  const requested = relays.flatMap((index) => ['--relay', `${club.url}/relay/${index}`]);
  const base = ['draw', club.drawId, '--club', club.url, '--state', state, '--log-key', LOG.vkey, '--allow-local'];
  return tercet([...base, ...requested, ...more], nowMs);
}

const requestedRelays = () => club.asked.filter((path) => path.startsWith('/relay/')).map((path) => path.split('/')[2]);

test('of a withheld draw the beacon tells the dice', async () => {
  await withheld({ beacon: 'public', witnesses: 3 });
  club.relays = [club.story.draw.signature];
  const { code, json } = await check([0]);
  expect([code, json.verdict]).toEqual([5, 'overdue']);
  expect(json.withheld).toEqual({ signature: club.story.draw.signature, dice: [...club.story.draw.dice] });
  const { out } = await check([0], { more: [] });
  expect(out).toContain('Overdue: the house should have shown the rest by now.');
  expect(out).toContain('Missing: the dice; the house should provide it.');
  expect(out).toContain(`The dice that the house does not show are ${club.story.draw.dice.join(' ')}.`);
});

test('relays that lie, are stale, fail or are silent are passed over', async () => {
  await withheld({ beacon: 'public', witnesses: 3 });
  // Signature of round 1, no signature, too early, an error, and the correct signature.
  const ofOther = 'b55e7cb2d5c613ee0b2e28d6750aabbb78c39dcc96bd9d38c2c2e12198df95571de8e8e402a0cc48871c7089a2b3af4b';
  club.relays = [ofOther, 'aa', 425, 500, club.story.draw.signature];
  const { json } = await check([0, 1, 2, 3, 4]);
  expect(json.withheld?.dice).toEqual([...club.story.draw.dice]);
  expect([...new Set(requestedRelays())]).toEqual(['0', '1', '2', '3', '4']);
});

test('without a relay that answers it is overdue all the same', async () => {
  await withheld({ beacon: 'public', witnesses: 3 });
  club.relays = [500];
  const { code, json } = await check([0]);
  expect([code, json.verdict, json.withheld]).toEqual([5, 'overdue', null]);
});

test('before its round a draw is pending, and no relay is queried', async () => {
  await withheld({ beacon: 'public', witnesses: 3 });
  const { code, json } = await check([0], { nowMs: club.story.draw.draws * 1000 - 1 });
  expect([code, json.verdict]).toEqual([4, 'pending']);
  expect(requestedRelays()).toEqual([]);
});

test('of a beacon that the house runs no relay can tell', async () => {
  await withheld({ beacon: 'local', witnesses: 3 });
  club.relays = [club.story.draw.signature];
  const { code, json } = await check([0]);
  expect([code, json.verdict, json.withheld]).toEqual([5, 'overdue', null]);
  expect(requestedRelays()).toEqual([]);
});
