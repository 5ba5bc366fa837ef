import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, callerOf } from '../caller.ts';
import type { Engine } from '../engine/podman.ts';
import { lastOfEach, placeSlip, playOn, type Slip, untilSettled } from '../slips.ts';
import { hardening } from './hardening.ts';
import { type Section, sectionsOf } from './page.ts';
import { attach, NAME, openServer, type Server } from './server.ts';

const PAGE = 'docs/operating/one-server.md';
const MIRA = { userName: 'mira', password: 'mira-plays-fair' } as const;
const LOTTERY = 'dice-30';
const UNITS = ['tercet-api@1', 'tercet-api@2', 'tercet-draw@1', 'tercet-draw@2', 'tercet-jobs'];
const SCRAPED_WITHIN_MS = 60_000;

/** What the sections hand on to one another. */
interface Run {
  server: Server;
  caller: Caller;
  cookie: string;
  /** Slips that must exist at the end. */
  slips: Slip[];
}

/** What must hold after a section, by its title. Each title must be on the page. */
const AFTER: Readonly<Record<string, (run: Run, output: string) => Promise<void>>> = {
  async Settings({ server }) {
    assert.equal((await server.sh('stat -c %a%U /etc/tercet/* | sort -u')).trim(), '600root');
  },
  async 'The database'({ server }) {
    const owner = `select rolcreaterole or rolcreatedb or rolsuper from pg_roles where rolname = 'tercet_owner'`;
    assert.equal(await query(server, owner), 'f', 'the owner may do no more than own its database');
  },
  async 'nginx and TLS'(run) {
    await seesTheClub(run);
    run.cookie = await run.caller.signIn(MIRA.userName, MIRA.password);
    await aDrawFalls(run);
  },
  async Check(_run, output) {
    assert.match(output, /"ready":true/);
  },
  async Services({ server }) {
    await hardening(server, UNITS);
  },
  async Logs(_run, output) {
    assert.match(output, /"ready":true/, 'the log has the line of a started process');
  },
  async Metrics({ server }) {
    await allAreScraped(server);
  },
  async Backup({ server }, output) {
    assert.match(output, /full backup/);
    assert.match(await server.sh('tar -tzf /root/tercet-keys.tar.gz'), /var\/lib\/tercet\/keys\/book-key\.pem/);
  },
  async Update(run) {
    await runsRelease(run, '0.1.1');
  },
  async Rollback(run) {
    await runsRelease(run, '0.1.0');
  },
  async Restore(run) {
    await seesTheClub(run);
    // A restore ends all sessions.
    assert.equal((await run.caller.call('/api/me', { cookie: run.cookie })).status, 401);
    run.cookie = await run.caller.signIn(MIRA.userName, MIRA.password);
    for (const { id } of lastOfEach(run.slips)) {
      const { status } = await run.caller.call(`/api/slips/${id}`, { cookie: run.cookie });
      assert.equal(status, 200, `the slip ${id} is lost`);
    }
    const count = Number(await query(run.server, 'select count(*) from lottery.slip'));
    assert.ok(count >= run.slips.length, `of ${run.slips.length} slips ${count} are left`);
    await aDrawFalls(run);
  },
};

/** Sections during which members bet. */
const WITH_MEMBERS = ['Update', 'Rollback'];

export interface FollowOptions {
  /** Shows the commands' output. */
  isLoud: boolean;
  /** Leaves the server, for a look after a fault. */
  isKept: boolean;
  /** Title of the first section: goes on with a kept server. Absent: a clean one. */
  from?: string | undefined;
}

/**
 * Follows docs/operating/one-server.md on a clean Debian 12: runs its commands in order, and checks after each section
 * what must hold. Throws at the first fault.
 */
export async function followPage(
  engine: Engine,
  say: (line: string) => void,
  { isLoud, isKept, from }: FollowOptions,
): Promise<void> {
  const sections = sectionsOf(PAGE).filter(({ commands }) => commands !== '');
  const titles = sections.map(({ title }) => title);
  assert.deepEqual(
    [...Object.keys(AFTER), ...WITH_MEMBERS].filter((title) => !titles.includes(title)),
    [],
    `${PAGE} lacks sections`,
  );
  const server = await (from === undefined ? openServer(engine) : attach(engine));
  say(`a ${from === undefined ? 'clean' : 'kept'} Debian 12 runs`);
  try {
    const caller = callerOf({ origin: `https://${NAME}`, ca: server.ca, host: server.address });
    const run: Run = { server, caller, cookie: '', slips: [] };
    const first = titles.indexOf(from ?? titles[0] ?? '');
    if (first > titles.indexOf('nginx and TLS')) run.cookie = await caller.signIn(MIRA.userName, MIRA.password);
    for (const section of sections.slice(first)) {
      if (section.title === 'Restore') await loseTheDatabase(run);
      const beganMs = performance.now();
      await follow(run, section, isLoud);
      say(`${section.title} (${((performance.now() - beganMs) / 1_000).toFixed(0)} s)`);
    }
  } finally {
    if (!isKept) await server.remove();
  }
}

async function follow(run: Run, { title, commands }: Section, isLoud: boolean): Promise<void> {
  const playing = WITH_MEMBERS.includes(title) ? playOn(run.caller, { cookie: run.cookie, lottery: LOTTERY }) : null;
  let output = '';
  try {
    output = await run.server.follow(commands, (text) => isLoud && process.stderr.write(text));
  } catch (error) {
    await playing?.stop();
    throw new Error(`the commands of "${title}" fail: ${error instanceof Error ? error.message : error}`);
  }
  if (playing) {
    const { slips, faults } = await playing.stop();
    assert.deepEqual(faults, [], `${title}: members saw faults`);
    assert.ok(slips.length > 10, `${title}: members could place only ${slips.length} bets`);
    for (const slip of lastOfEach(slips)) await untilSettled(run.caller, run.cookie, slip);
    run.slips.push(...slips);
  }
  await AFTER[title]?.(run, output);
}

async function seesTheClub({ caller }: Run): Promise<void> {
  const page = await caller.call('/Home');
  assert.equal(page.status, 200);
  assert.match(page.body, /<html/);
  const [script = ''] = page.body.match(/\/assets\/[\w.-]+\.js/) ?? [];
  assert.equal((await caller.call(script)).status, 200, 'the page finds its script');
  assert.equal((await caller.call('/api/me')).status, 401);
  const plain = await caller.call('/Home', {}, `http://${NAME}`);
  assert.deepEqual([plain.status, plain.headers.location], [308, `https://${NAME}/Home`]);
}

async function aDrawFalls(run: Run): Promise<void> {
  const slip = await placeSlip(run.caller, { cookie: run.cookie, lottery: LOTTERY });
  await untilSettled(run.caller, run.cookie, slip);
  run.slips.push(slip);
}

async function query(server: Server, text: string): Promise<string> {
  return (await server.sh(`runuser -u postgres -- psql -XAtd tercet -c "${text}"`)).trim();
}

/** All processes run the code of a release, and members bet on it. */
async function runsRelease(run: Run, release: string): Promise<void> {
  for (const unit of UNITS) {
    const folder = await run.server.sh(`readlink /proc/$(systemctl show -P MainPID ${unit})/cwd`);
    assert.equal(folder.trim(), `/opt/tercet/releases/${release}`, `${unit} runs other code`);
  }
  await seesTheClub(run);
  await aDrawFalls(run);
}

async function allAreScraped(server: Server): Promise<void> {
  const ask = `curl -sG http://127.0.0.1:9090/api/v1/query --data-urlencode 'query=sum(up{job="tercet"})'`;
  const deadline = performance.now() + SCRAPED_WITHIN_MS;
  let answer = '';
  while (!answer.includes(`"${UNITS.length}"`)) {
    if (performance.now() > deadline) throw new Error(`Prometheus does not reach all processes: ${answer}`);
    await sleep(1_000);
    answer = await server.sh(ask).catch(String);
  }
  const rules = await server.sh('curl -s http://127.0.0.1:9090/api/v1/rules');
  assert.match(rules, /"SealLate|DatabaseDown"/, 'Prometheus evaluates the alerts');
}

/**
 * Ends PostgreSQL without a chance to write, under the running club, and deletes its tables. Waits for the archive
 * before, because only archived bets come back.
 */
async function loseTheDatabase({ server }: Run): Promise<void> {
  await query(server, 'select pg_switch_wal()');
  await server.sh(`until [ "$(runuser -u postgres -- psql -XAtc "select last_archived_time > now() - interval '20 s'
    from pg_stat_archiver")" = t ]; do sleep 0.5; done`);
  await server.sh('systemctl kill --signal=KILL postgresql@15-main; rm -rf /var/lib/postgresql/15/main/base');
}
