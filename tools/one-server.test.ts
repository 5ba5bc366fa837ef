import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Environment } from '../apps/server/src/config/config.ts';
import { SERVER_NODE_OPTIONS } from '../dev/start/server-options.ts';

// docs/operating/one-server.md and the files that it installs. `npm run test:containers -- one-server` runs them.

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const PAGE = read('docs/operating/one-server.md');
const COMMANDS = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n');
const UNITS = globSync('deploy/systemd/*.service', { cwd: ROOT });
const SHARED = read('deploy/systemd/club.conf');

/** All values of a setting in a unit. */
function valuesOf(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

describe('the units of one server', () => {
  test('start files that are there, in roles that the server has', () => {
    const own = UNITS.filter((file) => file.includes('/tercet-'));
    expect(own).toHaveLength(4);
    const roles: string[] = [];
    for (const file of own) {
      const [start = ''] = valuesOf(read(file), 'ExecStart');
      const [program = '', script = '', ...more] = start.split(' ');
      expect(program).toBe('/opt/tercet/current/node_modules/.bin/node');
      expect([file, existsSync(join(ROOT, script))]).toEqual([file, true]);
      roles.push(...more.flatMap((part) => /^--role=(.*)$/.exec(part)?.[1] ?? []));
    }
    expect(roles.sort()).toEqual(['api', 'draw', 'jobs']);
  });

  test('give Node the options of the image, and name scripts that can be executed', () => {
    expect(SHARED).toContain(` NODE_OPTIONS=${SERVER_NODE_OPTIONS}\n`);
    for (const name of ['club', 'take-keys', 'until-answers']) {
      expect([name, statSync(join(ROOT, 'deploy/systemd', name)).mode & 0o111]).toEqual([name, 0o111]);
    }
  });

  test('keep a process from everything that it does not need', () => {
    for (const line of [
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
      'SystemCallFilter=~@privileged',
    ]) {
      expect(SHARED).toContain(`\n${line}\n`);
    }
    expect(valuesOf(SHARED, 'MemoryMax')).toHaveLength(1);
    expect(SHARED).toContain('\nInaccessiblePaths=/var/lib/tercet/keys\n');
    // Each has a user, and no unit but the API's and the jobs' reaches the films.
    const own = UNITS.filter((file) => file.includes('/tercet-')).map(read);
    expect(new Set(own.map((unit) => valuesOf(unit, 'User')[0])).size).toBe(own.length);
    expect(own.filter((unit) => unit.includes('tercet-films'))).toHaveLength(2);
  });

  test('give each process the settings of its own role, and none those of the owner', () => {
    for (const role of ['api', 'draw', 'jobs']) {
      const file = UNITS.find((one) => one.includes(`tercet-${role}`)) ?? '';
      expect(valuesOf(read(file), 'EnvironmentFile')).toEqual([`/etc/tercet/${role}.env`]);
    }
    expect(valuesOf(SHARED, 'EnvironmentFile')).toEqual(['/etc/tercet/club.env']);
  });

  test('listen where nginx and Prometheus look', () => {
    const enabled = [...new Set(COMMANDS.match(/tercet-(?:api|draw|jobs|beacon)(?:@\d)?(?= |\n)/g))];
    const portsOf = (name: string): string[] =>
      enabled.flatMap((unit) => {
        const [, kind = '', instance] = /^(tercet-[a-z]+)(?:@(\d))?$/.exec(unit) ?? [];
        const file = `deploy/systemd/${kind}${instance === undefined ? '' : '@'}.service`;
        const [, port] = new RegExp(`\\b${name}=(?:127\\.0\\.0\\.1:)?(\\S+)`).exec(read(file)) ?? [];
        return port === undefined ? [] : [port.replace('%i', instance ?? '')];
      });
    const upstream = [...read('deploy/nginx/one-server.conf').matchAll(/server 127\.0\.0\.1:(\d+) /g)];
    expect(upstream.map(([, port]) => port)).toEqual(portsOf('PORT').sort());
    const scraped = parse(read('deploy/prometheus/one-server.yml')) as {
      scrape_configs: { honor_labels: boolean; static_configs: { targets: string[] }[] }[];
    };
    const targets = scraped.scrape_configs.flatMap((one) => one.static_configs.flatMap((config) => config.targets));
    expect(targets).toEqual(
      portsOf('TERCET_METRICS')
        .sort()
        .map((port) => `127.0.0.1:${port}`),
    );
    expect(scraped.scrape_configs.map((one) => one.honor_labels)).toEqual([true]);
  });
});

describe('the page about one server', () => {
  test('sets only variables that the server reads', () => {
    const set = [...COMMANDS.matchAll(/^(TERCET_[A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !(name in Environment.shape))).toEqual([]);
  });

  test('installs files that are there', () => {
    let folder = '';
    const named: string[] = [];
    for (const line of COMMANDS.split('\n')) {
      folder = /^cd \/opt\/tercet\/current\/(deploy\/\w+)$/.exec(line)?.[1] ?? folder;
      const [, files = ''] = /^(?:install -m \d+|sed '[^']*') ((?:[a-z-]+\.(?:conf|yml) )+)/.exec(line) ?? [];
      named.push(
        ...files
          .trim()
          .split(' ')
          .filter(Boolean)
          .map((file) => join(folder, file)),
      );
    }
    expect(named.length).toBeGreaterThan(7);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
