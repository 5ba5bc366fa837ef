import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOG } from '../../../fair/tests/book-kit.ts';
import { type CheckContext, createCheckContext } from '../../src/check/check-context.ts';
import { surroundingsOf, THIS_MACHINE } from '../../src/check/environment.ts';
import { parseOptions } from '../../src/check/options.ts';
import { checkShownDraws, type WaitingDraws } from '../../src/monitor/shown-draws.ts';
import { TestClub } from '../kit/club.ts';

let club: TestClub;
let state: string;
beforeEach(async () => {
  club = await TestClub.start();
  state = mkdtempSync(join(tmpdir(), 'tercet-shown-draws-'));
});
afterEach(async () => {
  await club.close();
  rmSync(state, { recursive: true, force: true });
});

function asking(): CheckContext {
  const witnesses = club.witnessKeys.flatMap((vkey, index) => ['--witness', `${vkey}=${club.witnessUrl(index)}`]);
  const options = parseOptions([
    'book',
    club.url,
    '--log-key',
    LOG.vkey,
    '--allow-local',
    '--state',
    state,
    ...witnesses,
  ]);
  if (options === null) throw new Error('no options');
  return createCheckContext(options, surroundingsOf({ ...THIS_MACHINE, nowMs: () => club.nowMs }), club.url);
}

const waiting = (attempts = 0): WaitingDraws => [[club.drawId, attempts]];

test('a draw that the club shows in full is checked once', async () => {
  expect(await checkShownDraws(asking(), waiting())).toEqual({ checked: 1, found: [], waiting: [] });
});

test('a draw that contradicts its book is refuted, and the steps are named', async () => {
  club.draw = { ...club.draw, dice: [6, 6, 6] };
  const { found } = await checkShownDraws(asking(), waiting());
  expect(found).toMatchObject([{ id: `draw-refuted/${club.drawId}`, kind: 'breach', subject: club.drawId }]);
  expect(found[0]?.text).toContain('Refuted (dice)');
});

test('a draw that is not shown in full is tried five times before it is reported', async () => {
  club.withholdDraw();
  expect(await checkShownDraws(asking(), waiting(3))).toEqual({ checked: 0, found: [], waiting: [[club.drawId, 4]] });
  const { found, waiting: left } = await checkShownDraws(asking(), waiting(4));
  expect(found).toMatchObject([{ id: `draw-not-shown/${club.drawId}`, kind: 'missing' }]);
  expect(left).toEqual([]);
});

test('a witness that does not answer is no fault of the club', async () => {
  club.silent = new Set([0, 1, 2]);
  expect(await checkShownDraws(asking(), waiting())).toMatchObject({ checked: 1, found: [] });
});

test('no draw is begun after the time of a step, and it keeps its attempts', async () => {
  expect(await checkShownDraws(asking(), waiting(2), 0)).toEqual({ checked: 0, found: [], waiting: waiting(2) });
  expect(club.asked).toEqual([]);
});
