import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../plan.ts';
import { type DebianRoot, makeDebian } from './debian.ts';
import { type Engine, run } from './podman.ts';

// The base images that deploy/ names, for machines without an image registry: each from Debian's packages and the npm
// registry, under the name in the files.

interface Base {
  /** As the files name it. */
  name: string;
  from: DebianRoot;
  /** Lines after FROM. */
  lines: string[];
  /** Puts files beside the Containerfile. */
  fill?(folder: string): Promise<void>;
}

const MINUTE_MS = 60_000;
const BUILD_MS_MAX = 10 * MINUTE_MS;
const HERE = join(import.meta.dirname, 'bases');

const BOOKWORM: DebianRoot = {
  name: 'localhost/tercet-test-debian-slim:12',
  suite: 'bookworm',
  more: ['ca-certificates'],
};
/** Debian 13 has PostgreSQL 17. */
const TRIXIE: DebianRoot = { name: 'localhost/tercet-test-debian-slim:13', suite: 'trixie', more: [] };
/** The only Debian with an nginx that resolves the servers of an upstream, which needs 1.27.3. */
const SID: DebianRoot = { name: 'localhost/tercet-test-debian-slim:sid', suite: 'sid', more: [] };

/** A mirror may be behind: these images are for tests alone. */
const installed = (...packages: string[]): string =>
  `RUN apt-get update -o Acquire::Check-Valid-Until=false && DEBIAN_FRONTEND=noninteractive \\
  apt-get install --yes --no-install-recommends ${packages.join(' ')}`;

const BASES: readonly Base[] = [
  { name: 'debian:12.12-slim', from: BOOKWORM, lines: [] },
  {
    name: 'node:24.21.0-bookworm-slim',
    from: BOOKWORM,
    lines: [
      'COPY local /usr/local',
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
      'CMD ["node"]',
    ],
    fill: fillNode,
  },
  {
    name: 'nginx:1.28.0-bookworm',
    from: SID,
    lines: [installed('nginx'), 'CMD ["nginx", "-g", "daemon off;"]'],
  },
  {
    name: 'postgres:17.6-bookworm',
    from: TRIXIE,
    lines: [
      'RUN mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf',
      installed('postgresql-17'),
      'ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data',
      'RUN install -d -o postgres -g postgres -m 700 $PGDATA && mkdir /docker-entrypoint-initdb.d',
      'COPY --chmod=755 postgres.sh /usr/local/bin/docker-entrypoint.sh',
      'VOLUME /var/lib/postgresql/data',
      'ENTRYPOINT ["docker-entrypoint.sh"]',
      'CMD ["postgres"]',
    ],
    fill: async (folder) => copyFileSync(join(HERE, 'postgres.sh'), join(folder, 'postgres.sh')),
  },
  {
    name: 'chrislusf/seaweedfs:3.85',
    from: BOOKWORM,
    lines: [
      'COPY local /usr/local',
      'RUN ln -s /usr/local/lib/weed.ts /usr/local/bin/weed && mkdir /data',
      'ENTRYPOINT ["weed"]',
    ],
    fill: fillStorage,
  },
];

/** Makes the base images that this machine lacks. */
export async function makeBases(engine: Engine, say: (line: string) => void): Promise<void> {
  for (const base of BASES) {
    if ((await engine.try(['image', 'exists', `docker.io/${library(base.name)}`])).code === 0) continue;
    await makeDebian(engine, base.from);
    await build(engine, base);
    say(`made the base image ${base.name}`);
  }
}

/** The name with its registry's folder: a short name could be taken for one of another registry. */
function library(name: string): string {
  return name.includes('/') ? name : `library/${name}`;
}

async function build(engine: Engine, { name, from, lines, fill }: Base): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-base-'));
  try {
    await fill?.(folder);
    writeFileSync(join(folder, 'Containerfile'), [`FROM ${from.name}`, ...lines, ''].join('\n'));
    const options = ['--pull=never', '--network=host', '--tag', `docker.io/${library(name)}`];
    await engine.do(['build', ...options, folder], { timeoutMs: BUILD_MS_MAX });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The project's own Node, and the npm that installed it. */
async function fillNode(folder: string): Promise<void> {
  putNode(folder);
  const version = (await npm(['--version'])).trim();
  const options = ['install', '--global', '--prefix', join(folder, 'local'), '--ignore-scripts', `npm@${version}`];
  await npm(options);
  rmSync(join(folder, 'local/bin/npm'), { force: true });
  rmSync(join(folder, 'local/bin/npx'), { force: true });
}

async function fillStorage(folder: string): Promise<void> {
  putNode(folder);
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'apps/server/package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const version = devDependencies['@20minutes/s3rver'] ?? '';
  const options = [
    'install',
    '--prefix',
    join(folder, 'local/lib'),
    '--ignore-scripts',
    `@20minutes/s3rver@${version}`,
  ];
  await npm(options);
  copyFileSync(join(HERE, 'weed.ts'), join(folder, 'local/lib/weed.ts'));
  chmodSync(join(folder, 'local/lib/weed.ts'), 0o755);
  writeFileSync(join(folder, 'local/lib/package.json'), '{"type":"module"}');
}

function putNode(folder: string): void {
  mkdirSync(join(folder, 'local/bin'), { recursive: true });
  copyFileSync(process.execPath, join(folder, 'local/bin/node'));
  chmodSync(join(folder, 'local/bin/node'), 0o755);
}

async function npm(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('npm', [...args, '--no-audit', '--no-fund'], { timeoutMs: BUILD_MS_MAX });
  if (code !== 0) throw new Error(`npm ${args[0]} failed: ${stderr.trim().split('\n')[0]}`);
  return stdout;
}
