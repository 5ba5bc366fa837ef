import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyKindsFor } from '@tercet/server/app/key-places.ts';
import { PROCESS_ROLES } from '@tercet/server/db/rights/roles.ts';
import { type Caller, callerOf } from '../caller.ts';
import { type Engine, run } from '../engine/podman.ts';
import { ROOT } from '../plan.ts';
import { lastOfEach, placeSlip, playOn, type Slip, untilSettled } from '../slips.ts';
import type { ComposedClub } from './club.ts';
import { PROJECT } from './run-arguments.ts';

const MIRA = { userName: 'mira', password: 'mira-plays-fair' } as const;
const LOTTERY = 'dice-30';
const TAKEN_OVER_WITHIN_MS = 20_000;
const EDGE_TRIES_MAX = 40;
/**
 * nginx gives up a call that it is trying elsewhere while the list of servers changes. A starting API is in the list
 * before it listens, so an update can cost a few calls. The app repeats them, writes under the same key.
 */
const LOST_CALLS_MAX = 5;

export interface Visit {
  engine: Engine;
  club: ComposedClub;
  caller: Caller;
  cookie: string;
}

export async function visit(engine: Engine, club: ComposedClub): Promise<Visit> {
  const caller = callerOf(club);
  let page = await caller.call('/Home');
  // The edge tries an API again some seconds after it was not there.
  for (let tries = 0; tries < EDGE_TRIES_MAX && page.status === 502; tries++) {
    await sleep(500);
    page = await caller.call('/Home');
  }
  assert.equal(page.status, 200);
  const [script = ''] = page.body.match(/\/assets\/[\w.-]+\.js/) ?? [];
  assert.equal((await caller.call(script)).status, 200, 'the page finds its script');
  return { engine, club, caller, cookie: await caller.signIn(MIRA.userName, MIRA.password) };
}

/** A member signs in and bets in a browser, and sees the result. Returns the result's text. */
export async function browses({ club }: Visit): Promise<string> {
  const options = ['--origin', club.origin, '--user', MIRA.userName, '--password', MIRA.password];
  const { code, stdout, stderr } = await run(process.execPath, [join(ROOT, 'tests/e2e/visit-club.ts'), ...options]);
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { result: string }).result;
}

/** A bet is sealed, drawn and paid. */
export async function aDrawFalls({ caller, cookie }: Visit): Promise<Slip> {
  const slip = await placeSlip(caller, { cookie, lottery: LOTTERY });
  await untilSettled(caller, cookie, slip);
  return slip;
}

/** What the compose file promises of each container, seen from inside. */
export async function hardened({ engine, club }: Visit): Promise<void> {
  for (const [service, { read_only: isReadOnly, cap_drop: dropped, security_opt: options }] of Object.entries(
    club.file.services,
  )) {
    for (const container of club.containersOf(service)) {
      const status = await engine.inside(container, 'cat /proc/self/status').catch(() => null);
      // Containers that run once have ended.
      if (status === null) continue;
      const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
      if (dropped?.includes('ALL')) {
        for (const set of ['CapEff', 'CapPrm', 'CapBnd']) assert.match(field(set), /^0+$/, `${container}: ${set}`);
        assert.notEqual(field('Uid'), '0', `${container} runs as root`);
      }
      if (options?.includes('no-new-privileges:true')) assert.equal(field('NoNewPrivs'), '1', container);
      assert.equal(field('Seccomp'), '2', `${container} may make any system call`);
      if (!isReadOnly) continue;
      for (const folder of ['/', '/etc', '/usr/bin', '/var/lib']) {
        const { code, stderr } = await engine.try(['exec', '--user', '0', container, 'touch', `${folder}/tercet-test`]);
        assert.deepEqual([folder, code === 0], [folder, false], `${container} writes to ${folder}`);
        assert.match(stderr, /Read-only file system/, container);
      }
    }
  }
}

/** Each process has the keys of its role, and sees no others. */
export async function hasOwnKeys({ engine, club }: Visit): Promise<void> {
  for (const role of PROCESS_ROLES) {
    const kinds = keyKindsFor(role);
    for (const container of club.containersOf(role)) {
      const files = (await engine.inside(container, 'ls /keys')).split(/\s+/).filter((name) => name !== '');
      for (const { file, isUsed } of kinds) {
        const has = files.some((name) => file.test(name));
        assert.equal(has, isUsed, `${container} has the keys ${files.join(', ')}`);
      }
      const others = await engine.try(['exec', container, 'sh', '-c', 'ls /role-keys/*/*']);
      assert.notEqual(others.code, 0, `${container} reads ${others.stdout}`);
    }
  }
}

/** The replica follows: a settled slip is in it. */
export async function replicates({ engine }: Visit, { id }: Slip): Promise<void> {
  const query = `select pg_is_in_recovery(), count(*) from lottery.slip where id = '${id}'`;
  const replica = ['exec', '--user', 'postgres', `${PROJECT}-postgres-ro-1`];
  const rows = await engine.do([...replica, 'psql', '-XAtd', 'tercet', '-c', query]);
  assert.equal(rows.trim(), 't|1');
}

/** Kills the draw that holds the lease. The other one takes over, and the draws go on. */
export async function takesOver(visit: Visit): Promise<void> {
  const { engine, club } = visit;
  const before = await holder(visit);
  assert.ok(before, 'no draw holds the lease');
  await engine.do(['kill', '--signal', 'KILL', before]);
  const deadline = performance.now() + TAKEN_OVER_WITHIN_MS;
  let after = await holder(visit);
  while (after === null || after === before) {
    if (performance.now() > deadline) throw new Error('no other draw takes over');
    after = await holder(visit);
  }
  await aDrawFalls(visit);
  await engine.do(['start', before]);
  assert.equal(club.containersOf('draw').length, 2);
}

async function holder({ engine, club }: Visit): Promise<string | null> {
  for (const container of club.containersOf('draw')) {
    const ask = `fetch('http://127.0.0.1:9464/metrics').then((r) => r.text()).then(console.log)`;
    const { stdout } = await engine.try(['exec', container, 'node', '-e', ask]);
    if (/^tercet_lease_held\{[^}]*\} 1$/m.test(stdout)) return container;
  }
  return null;
}

/**
 * Replaces draws, APIs and jobs one by one by containers of another image, while a member bets. Of each role one is
 * always ready.
 */
export async function updates(visit: Visit, image: string): Promise<string> {
  const { engine, club, caller, cookie } = visit;
  const playing = playOn(caller, { cookie, lottery: LOTTERY });
  try {
    for (const service of ['draw', 'api', 'jobs']) {
      for (const old of club.containersOf(service)) {
        await club.add(service, image);
        await club.end(old);
      }
    }
  } finally {
    await playing.stop();
  }
  const { slips, faults, repeated } = await playing.stop();
  // A call of a server that stops, or one that a busy machine refuses. The app repeats both.
  const lost = faults.filter((fault) => fault.includes(': 502 ') || fault.includes('"code":"busy"'));
  const [edge = ''] = club.containersOf('edge');
  const log = faults.length === 0 ? '' : (await engine.try(['logs', '--tail', '20', edge])).stderr;
  const others = faults.filter((fault) => !lost.includes(fault));
  assert.deepEqual(others, [], `members saw ${faults.length} faults. The edge's log:\n${log}`);
  assert.ok(lost.length <= LOST_CALLS_MAX, `${lost.length} calls got 502 or busy. The edge's log:\n${log}`);
  assert.ok(slips.length > 10, `members could place only ${slips.length} bets`);
  for (const slip of lastOfEach(slips)) await untilSettled(caller, cookie, slip);
  await aDrawFalls(visit);
  return `${slips.length} bets, ${repeated} repeated, ${lost.length} calls with 502 or busy`;
}
