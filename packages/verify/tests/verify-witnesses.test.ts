import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOG, WITNESSES } from '../../fair/tests/book-kit.ts';
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

function check(args: readonly string[], more: Partial<Machine> = {}): Promise<Ran> {
  const base = ['draw', club.drawId, '--club', club.url, '--state', state, '--log-key', LOG.vkey, '--json'];
  return tercet([...base, ...args], club.nowMs, more);
}

const requestedWitnesses = () => club.asked.filter((path) => path.startsWith('/witness/'));
/** A name server that resolves every name to this machine. */
const leadsHere: Pick<Machine, 'lookup'> = { lookup: async () => [{ address: '127.0.0.1', family: 4 }] };

describe('witnesses that the club names', () => {
  test('are shown and not queried', async () => {
    const { json } = await check(['--allow-local']);
    expect(json.witnesses).toMatchObject({ answered: [], suggested: club.namedWitnesses() });
    expect(requestedWitnesses()).toEqual([]);
    const { out } = await tercet(['draw', club.drawId, '--club', club.url, '--state', state], club.nowMs);
    expect(out).toContain(`Not asked: ${club.witnessKeys[0]} at ${club.witnessUrl(0)}, as the club says.`);
    expect(out).toContain('--witnesses-from-club');
  });

  test('are queried once accepted, now and in later runs', async () => {
    const accepted = await check(['--allow-local', '--witnesses-from-club']);
    expect(accepted.json.witnesses?.answered).toHaveLength(3);
    const later = await check(['--allow-local']);
    expect(later.json.witnesses).toMatchObject({ suggested: [] });
    expect(later.json.witnesses?.answered).toHaveLength(3);
  });

  test('at another address than the accepted one are a suggestion again', async () => {
    await check(['--allow-local', '--witnesses-from-club']);
    const moved = { vkey: club.witnessKeys[0] ?? '', url: club.witnessUrl(0, 'localhost') };
    club.house = { book: { witnesses: [moved] } };
    club.asked.length = 0;
    expect((await check(['--allow-local'])).json.witnesses).toMatchObject({ suggested: [moved] });
    expect(requestedWitnesses()).not.toEqual([]);
  });

  test('need confirmation on a terminal', async () => {
    const ask = vi.fn(async (_question: string) => 'n');
    const refused = await check(['--allow-local', '--witnesses-from-club'], { isTerminal: true, ask });
    expect(refused.json.witnesses?.answered).toEqual([]);
    expect(ask.mock.calls[0]?.[0]).toContain(club.witnessUrl(2));
    expect(requestedWitnesses()).toEqual([]);
  });

  test('are not queried at local addresses, even if accepted', async () => {
    const { json } = await check(['--witnesses-from-club']);
    expect(json.witnesses).toMatchObject({ answered: [], silent: [] });
    expect(requestedWitnesses()).toEqual([]);
  });
});

describe('a witness that the reader gives', () => {
  test('is known by its cosignatures where no key is given', async () => {
    const { json } = await check(['--witness', club.witnessUrl(1), '--allow-local']);
    expect(json.witnesses).toMatchObject({ answered: [WITNESSES[1]?.vkey], silent: [] });
  });

  test('with the key of another has not answered', async () => {
    const [first, second] = club.witnessKeys;
    const { json } = await check(['--witness', `${second}=${club.witnessUrl(0)}`, '--allow-local']);
    expect(json.witnesses).toMatchObject({ answered: [], silent: [{ url: club.witnessUrl(0) }] });
    expect(json.witnesses?.silent[0]?.why).toContain('no checkpoint with a cosignature of witness.example/w31');
    expect(first).not.toBe(second);
  });

  test('that does not answer is named', async () => {
    club.silent.add(2);
    const { json } = await check(
      [0, 1, 2].flatMap((index) => ['--witness', club.witnessUrl(index)]).concat('--allow-local'),
    );
    expect(json.witnesses?.answered).toHaveLength(2);
    expect(json.witnesses?.silent).toMatchObject([{ url: club.witnessUrl(2) }]);
    // Its cosignature is not needed for a draw that two other witnesses have seen.
    expect(json.verdict).toBe('verified');
  });

  test('under a name that resolves to this machine is not queried', async () => {
    const { json } = await check(['--witness', club.witnessUrl(0, 'witness.example')], leadsHere);
    expect(json.witnesses?.silent[0]?.why).toContain('witness.example leads to 127.0.0.1, a local address');
    expect(requestedWitnesses()).toEqual([]);
    const allowed = await check(['--witness', club.witnessUrl(0, 'witness.example'), '--allow-local'], leadsHere);
    expect(allowed.json.witnesses?.answered).toHaveLength(1);
  });

  test('that redirects counts as silent, and its target is not requested', async () => {
    club.instead = ({ url }, response) => {
      if (!url?.startsWith('/witness/0')) return false;
      response.writeHead(302, { location: club.witnessUrl(1) }).end();
      return true;
    };
    const { json } = await check(['--witness', club.witnessUrl(0), '--allow-local']);
    expect(json.witnesses?.silent[0]?.why).toContain('a redirect, which is not followed');
    expect(club.asked.filter((path) => path.startsWith('/witness/1'))).toEqual([]);
  });
});
