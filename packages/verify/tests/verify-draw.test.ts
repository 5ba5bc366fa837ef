import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrawProof, encodeEntry, NOTE_ED25519, parseVerifierKey, verifierKeyOf } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LOG, ORIGIN, OTHER_LOG, two } from '../../fair/tests/book-kit.ts';
import type { Story } from '../../fair/tests/stories.ts';
import type { Machine } from '../src/check/environment.ts';
import { TestClub } from './kit/club.ts';
import { type Ran, tercet } from './kit/command.ts';

let club: TestClub;
let state: string;

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'tercet-state-'));
  club = await TestClub.start({ beacon: 'public', witnesses: 3 });
});

afterEach(async () => {
  await club.close();
  rmSync(state, { recursive: true, force: true });
});

async function restart(story: Story): Promise<void> {
  await club.close();
  club = await TestClub.start(story);
}

const PINNED = ['--log-key', LOG.vkey];

function witnesses(): string[] {
  return [
    ...club.witnessKeys.flatMap((vkey, index) => ['--witness', `${vkey}=${club.witnessUrl(index)}`]),
    '--allow-local',
  ];
}

function check(args: readonly string[], more: Partial<Machine> = {}): Promise<Ran> {
  return tercet(['draw', club.drawId, '--club', club.url, '--state', state, ...args], club.nowMs, more);
}

describe('a draw whose every step holds', () => {
  test('is verified, with exit code 0', async () => {
    const { code, json } = await check([...PINNED, ...witnesses(), '--json']);
    expect(code).toBe(0);
    expect(json).toMatchObject({ exitCode: 0, verdict: 'verified', timeGaps: [], missing: [], withheld: null });
    expect(json.steps?.every((step) => step.state === 'ok')).toBe(true);
    expect(json.witnesses?.answered.toSorted()).toEqual(club.witnessKeys.toSorted());
    expect((await check([...PINNED, ...witnesses()])).out).toContain('Verified: every step holds');
  });

  test.each<[Story, string[], string[]]>([
    [{ beacon: 'public', witnesses: 0 }, ['no-witnesses'], ['The table names no witnesses']],
    [{ beacon: 'public', witnesses: 1 }, ['few-witnesses'], ['The table names fewer than three witnesses']],
    [{ beacon: 'local', witnesses: 3 }, ['house-run-beacon'], ['The beacon is run by the house']],
    [
      { beacon: 'local', witnesses: 0 },
      ['no-witnesses', 'house-run-beacon'],
      ['The table names no witnesses', 'The beacon is run by the house'],
    ],
  ])('is "time not proven" where the time is: %j', async (story, gaps, expected) => {
    await restart(story);
    const { code, json } = await check([...PINNED, ...witnesses(), '--json']);
    expect([code, json.verdict, json.timeGaps]).toEqual([3, 'time-not-proven', gaps]);
    const { out } = await check([...PINNED, ...witnesses()]);
    for (const sentence of ['Time not proven: every step holds but the time.', ...expected])
      expect(out).toContain(sentence);
  });

  test('is incomplete if the list of bets is withheld, and names who should provide it', async () => {
    club.slips = null;
    const { code, json } = await check([...PINNED, ...witnesses(), '--json']);
    expect([code, json.verdict]).toEqual([6, 'incomplete']);
    expect(json.missing).toEqual([{ step: 'seal', reason: 'no-slips', from: 'house' }]);
    const { out } = await check([...PINNED, ...witnesses()]);
    expect(out).toContain('Missing: the list of sealed bets; the house should provide it.');
  });

  test('is a breach if a step is refuted, and names it', async () => {
    club.draw = { ...club.draw, dice: [6, 6, 6] };
    const { code, out } = await check([...PINNED, ...witnesses()]);
    expect(code).toBe(1);
    expect(out).toContain('BREACH');
    expect(out).toContain('Refuted (dice): Other dice follow from the beacon than those shown.');
  });
});

describe('the key of the book', () => {
  test('that is not pinned confirms nothing: the output explains how to pin it', async () => {
    const { code, json } = await check([...witnesses(), '--json']);
    expect([code, json.verdict]).toEqual([6, 'incomplete']);
    expect(json.missing).toContainEqual({ step: 'origin', reason: 'not-pinned', from: 'reader' });
    expect(json.steps?.filter((step) => step.state === 'ok')).toEqual([]);
    const { out } = await check(witnesses());
    expect(out).toContain('Compare it with a source that is not the club’s server');
    expect(out).toContain(`--pin --log-key '${LOG.vkey}'`);
  });

  test('that was seen first is expected from then on, and still pins nothing', async () => {
    expect((await check([...witnesses(), '--json'])).json.keys).toMatchObject({ pinned: null, firstSeen: null });
    const second = await check([...witnesses(), '--json']);
    expect(second.json).toMatchObject({ verdict: 'incomplete', keys: { pinned: null, firstSeen: LOG.vkey } });
    club.draw = { ...club.draw, book: club.draw.book ? { ...club.draw.book, logKey: OTHER_LOG.vkey } : null };
    expect((await check([...witnesses(), '--json'])).json).toMatchObject({ verdict: 'breach' });
  });

  test('is remembered with --pin, and counts in later runs', async () => {
    expect((await check([...PINNED, '--pin', ...witnesses()])).code).toBe(0);
    expect((await check(witnesses())).code).toBe(0);
    expect((await check(['--log-key', OTHER_LOG.vkey, ...witnesses()])).code).toBe(1);
  });

  test('without --pin counts for one run', async () => {
    expect((await check([...PINNED, ...witnesses()])).code).toBe(0);
    expect((await check(witnesses())).code).toBe(6);
  });

  test('is shown, and needs confirmation on a terminal', async () => {
    const questions: string[] = [];
    const answering = (answer: string): Partial<Machine> => ({
      isTerminal: true,
      ask: async (question) => {
        questions.push(question);
        return answer;
      },
    });
    expect((await check(['--pin', ...witnesses()], answering(''))).code).toBe(6);
    expect((await check(['--pin', ...witnesses()], answering('y'))).code).toBe(0);
    expect(questions[0]).toContain(LOG.vkey);
    expect(questions[0]).toContain('Compare it with a source that is not the club’s server');
    expect((await check(witnesses())).code).toBe(0);
    expect((await check(['--pin'])).err).toContain('--pin needs --log-key KEY without a terminal');
  });

  test('is shown with what it hides', async () => {
    const { publicKey } = parseVerifierKey(LOG.vkey) ?? { publicKey: '' };
    const named = verifierKeyOf('ex\u202eample.org/\u200btercet\u009b2J', NOTE_ED25519, publicKey);
    club.house = { book: { logKey: named } };
    let requested = '';
    const ask = async (question: string) => {
      requested = question;
      return 'n';
    };
    await check(['--pin'], { isTerminal: true, ask });
    expect(requested).toContain('ex\\u{202e}ample.org/\\u{200b}tercet\\u{9b}2J');
    expect(requested).not.toMatch(/[\u202e\u200b\u009b]/);
  });

  test('in a file of the first version was only seen first', async () => {
    await check(witnesses());
    const [name = ''] = readdirSync(state);
    writeFileSync(join(state, name), JSON.stringify({ origin: ORIGIN, logKey: OTHER_LOG.vkey, note: null }));
    const old = await check([...witnesses(), '--json']);
    expect(old.json).toMatchObject({ verdict: 'breach', keys: { pinned: null, firstSeen: OTHER_LOG.vkey } });
    writeFileSync(join(state, name), JSON.stringify({ origin: ORIGIN, logKey: LOG.vkey, note: null }));
    expect((await check([...witnesses(), '--json'])).json).toMatchObject({ verdict: 'incomplete' });
  });

  test.each([
    ['damaged', (text: string) => text.slice(0, -20), 'is damaged'],
    ['of another book', (text: string) => text.replace(ORIGIN, 'other.example/book'), 'is damaged'],
    ['of a newer version', (text: string) => text.replace('"version": 2', '"version": 3'), 'newer version'],
  ])('is not forgotten where the file is %s: the command stops', async (_what, bend, expected) => {
    await check([...PINNED, '--pin', ...witnesses()]);
    const [name = ''] = readdirSync(state);
    writeFileSync(join(state, name), bend(readFileSync(join(state, name), 'utf8')));
    const { code, err } = await check(witnesses());
    expect(code).toBe(2);
    expect(err).toContain(expected);
  });

  test('of another book is refused: the draw is of a book of another name', async () => {
    const { code, json } = await check([...PINNED, '--origin', 'other.example/book', ...witnesses(), '--json']);
    expect([code, json.verdict]).toEqual([1, 'breach']);
  });
});

describe('two fates of one draw', () => {
  test.each([
    ['are a breach as soon as this machine was told both', PINNED, 'breach'],
    ['do not count from an address whose key was not pinned', [], 'incomplete'],
  ])('%s', async (_name, pinned, verdict) => {
    expect((await check([...pinned, ...witnesses()])).code).toBe(pinned === PINNED ? 0 : 6);
    const entry = { seq: 9, type: 'void', atMs: 0, hash: '', body: '' };
    const { hash } = club.draw.table;
    const body = `{"draw_id":"${club.drawId}","reason":"seal-late","table":"${hash}","type":"void"}`;
    club.draw = {
      ...club.draw,
      ...{ dice: null, signature: null, seed: null, root: null, slipCount: null, book: null },
      entries: { seal: null, draw: null, void: { ...entry, body } },
    };
    const { code, json } = await check([...PINNED, ...witnesses(), '--json']);
    expect([code, json.verdict]).toEqual([verdict === 'breach' ? 1 : 6, verdict]);
    const claims = json.steps?.find(({ id }) => id === 'claims');
    if (verdict === 'breach') expect(claims).toMatchObject({ state: 'refuted', reason: 'two-fates' });
    else expect(claims).toBeUndefined();
  });
});

describe('the command line', () => {
  test('lists the exit codes', async () => {
    const { code, out } = await tercet(['--help'], 0);
    expect(code).toBe(0);
    for (const line of [
      '0  verified',
      '1  breach',
      '2  not checked',
      '3  time not proven',
      '4  pending',
      '5  overdue',
    ]) {
      expect(out).toContain(line);
    }
    expect(out).toContain('6  incomplete');
  });

  test.each<[string, string[], string]>([
    ['no command', [], 'expected: draw ID'],
    ['an unknown option', ['draw', 'dice-60/1', '--believe'], '--believe'],
    ['a draw that is none', ['draw', 'no draw'], 'is not a draw id'],
    ['a key that is none', ['draw', 'dice-60/1', '--log-key', 'x'], 'expected the key of a book'],
    ['a witness that is none', ['draw', 'dice-60/1', '--witness', 'ftp://w.example'], 'expected an http address'],
    [
      'a key of a witness that is none',
      ['draw', 'dice-60/1', '--witness', `${LOG.vkey}=https://w.example`],
      'is not a witness key',
    ],
    ['a local witness', ['draw', 'dice-60/1', '--witness', 'http://[::1]:3021'], '--allow-local'],
    ['a local relay', ['draw', 'dice-60/1', '--relay', 'http://169.254.169.254'], '--allow-local'],
    ['a book that is no address', ['book', 'club.example'], 'is not an http address'],
    ['a time that is none', ['draw', 'dice-60/1', '--timeout', 'soon'], 'a number of seconds'],
    ['a file that is not there', ['receipt', '/nowhere/at/all'], 'cannot be read'],
  ])('says in one line what is wrong with %s, and exits with 2', async (_what, args, expected) => {
    const { code, err } = await tercet(args, 0);
    expect(code).toBe(2);
    expect(err).toContain(expected);
    expect(err.trim().split('\n')).toHaveLength(1);
    const json = await tercet([...args, '--json'], 0);
    expect([json.code, json.json.exitCode]).toEqual([2, 2]);
    expect(json.json.error).toContain(expected);
  });

  test('a club that does not answer is not checked', async () => {
    const { code, json } = await tercet(['draw', 'dice-60/1', '--club', 'http://127.0.0.1:1', '--json'], 0);
    expect([code, json.verdict]).toEqual([2, null]);
  });
});

test.each(['5', '2000001'])('a list of %s slips that the club withholds leaves the seal open', async (count) => {
  const { book, draw, from, drawSeq, sealSeq, tableHash } = club.story;
  const root = 'ab'.repeat(32);
  book.bodies[sealSeq] = encodeEntry({ type: 'seal', draw_id: draw.drawId, root, count, table: tableHash });
  const after = {
    checkpoint: book.checkpoint(draw.draws + 1, two(draw.draws + 1)),
    draw: book.place(drawSeq),
    void: null,
  };
  const inTime = book.checkpoint(draw.tLock + 2, two(draw.tLock + 2), drawSeq);
  club.draw = {
    ...club.draw,
    ...{ root, slipCount: Number(count) },
    entries: { ...club.draw.entries, seal: book.entry(sealSeq), draw: book.entry(drawSeq) },
    book: { ...club.draw.book, inTime, entries: book.bodies.slice(from, drawSeq), after },
  } as DrawProof;
  club.slips = null;
  const { code, json } = await check([...PINNED, ...witnesses(), '--json']);
  expect(code).toBe(6);
  expect(json.missing).toMatchObject([{ step: 'seal', reason: 'no-slips' }]);
});
