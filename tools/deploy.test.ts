import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SERVER_NODE_OPTIONS } from '../dev/start/server-options.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: { name: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean };
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources?: { requests?: object; limits?: { memory?: string } };
}
interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
}
interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  volumes?: { secret?: { secretName: string } }[];
  securityContext?: { runAsNonRoot?: boolean };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { replicas?: number; selector?: object; template?: { metadata: { labels: object }; spec: PodSpec } };
}

const COMPOSE = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
const RESOURCES = (parse(read('deploy/kustomization.yaml')) as { resources: string[] }).resources;
const MANIFESTS = RESOURCES.flatMap((file) =>
  parseAllDocuments(read(join('deploy', file))).map((one) => one.toJS({ maxAliasCount: 100 }) as Manifest),
);
const PODS = MANIFESTS.filter(({ spec }) => spec?.template);
const CONTAINERS = PODS.flatMap(({ spec }) => {
  const { containers = [], initContainers = [] } = spec?.template?.spec ?? {};
  return [...containers, ...initContainers];
});
const SETTINGS = MANIFESTS.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'settings');

/** Every variable that the server's configuration reads. */
const VARIABLES = new Set(
  ['config.ts', 'payments.ts', 'identity.ts'].flatMap(
    (file) => read(`apps/server/src/config/${file}`).match(/^ {2}(?:PORT|HOST|TERCET_[A-Z0-9_]+)(?=: z)/gm) ?? [],
  ),
);
const KNOWN = new Set([...VARIABLES].map((name) => name.trim()));
/** Variables in the files that are not the server's: passwords, and those of other commands. */
const NOT_THE_SERVERS = [
  ...['TERCET_API_PASSWORD', 'TERCET_DRAW_PASSWORD', 'TERCET_JOBS_PASSWORD', 'TERCET_OWNER_PASSWORD'],
  ...['TERCET_REPLICATION_PASSWORD', 'TERCET_PRIMARY_HOST'],
  'TERCET_SEED_FILMS',
];

const commandsOf = (): string[][] => [
  ...Object.values(COMPOSE.services).flatMap(({ command }) => (command ? [command] : [])),
  ...CONTAINERS.flatMap(({ command }) => (command ? [command] : [])),
];
const environmentNames = (): string[] => [
  ...Object.values(COMPOSE.services).flatMap(({ environment = {} }) => Object.keys(environment)),
  ...CONTAINERS.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ...Object.keys(SETTINGS?.data ?? {}),
  ...(read('deploy/Containerfile').match(/\b(?:PORT|HOST|TERCET_[A-Z_]+)(?==)/g) ?? []),
];

describe('the files that a club on several machines is made of', () => {
  test('give Node the same options as tests and benchmarks', () => {
    expect(read('deploy/Containerfile')).toContain(` NODE_OPTIONS=${SERVER_NODE_OPTIONS} `);
  });

  test('give the server variables that it reads', () => {
    const given = environmentNames().filter((name) => /^(PORT|HOST|TERCET_)/.test(name));
    expect(given.length).toBeGreaterThan(40);
    expect(given.filter((name) => !KNOWN.has(name) && !NOT_THE_SERVERS.includes(name))).toEqual([]);
  });

  test('and every variable that it reads is set here or described for operators', () => {
    expect(KNOWN.size).toBeGreaterThan(40);
    const documented = ['docs/configuration.md', 'docs/operating/deploy.md'].map(read).join('\n');
    const isReported = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(documented) || given.has(name);
    const given = new Set(environmentNames());
    expect([...KNOWN].filter((name) => !isReported(name))).toEqual([]);
  });

  test('run files that are there, in roles that the server has', () => {
    const files = commandsOf().flatMap((command) => command.filter((part) => /\.(ts|mjs)$/.test(part)));
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const roles = commandsOf().flatMap((command) => command.flatMap((part) => part.match(/^--role=(.*)/)?.[1] ?? []));
    expect([...new Set(roles)].sort()).toEqual(['api', 'draw', 'jobs']);
  });

  test('compress no JSON before members: only the API knows which answer holds a secret', () => {
    const types = /^ {2}gzip_types ([^;]+);$/m.exec(read('deploy/nginx/nginx.conf'))?.[1]?.split(' ') ?? [];
    expect(types).toContain('text/csv');
    expect(types.filter((type) => /json|event-stream|octet|video|\*/.test(type))).toEqual([]);
    // The encoding is reduced to one of four, so that the cache holds few variants of an answer.
    expect(read('deploy/nginx/headers.conf')).toContain('proxy_set_header Accept-Encoding $club_encoding;');
  });

  test('name images by a version, and no two of one', () => {
    const bases = [...globSync('deploy/**/Containerfile', { cwd: ROOT })].flatMap(
      (file) => read(file).match(/(?<=^FROM )\S+/gm) ?? [],
    );
    const stages = ['base', 'pages', 'packages', 'packages-play'];
    const images = [
      ...bases.filter((name) => !stages.includes(name)),
      ...Object.values(COMPOSE.services).map(({ image = '' }) => image.replace(/^\$\{TERCET_IMAGE:-(.*)\}$/, '$1')),
      ...CONTAINERS.map(({ image }) => image),
      ...MANIFESTS.flatMap(({ spec }) => (spec && 'imageName' in spec ? [String(spec.imageName)] : [])),
    ];
    expect(images.length).toBeGreaterThan(15);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?([.-][\w.-]+)?$/.test(image))).toEqual([]);
    const versions = new Map<string, Set<string>>();
    for (const image of images) {
      const [name = '', version = ''] = image.split(/:(?=[^:]*$)/);
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
    expect([...versions].filter(([, known]) => known.size > 1)).toEqual([]);
  });

  test('copy into the image what is there', () => {
    const copied = [...read('deploy/Containerfile').matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, path = '']) => path);
    expect(copied.length).toBeGreaterThan(8);
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('the manifests', () => {
  test('are all listed, once, by kind and name', () => {
    const files = globSync('kubernetes/*.yaml', { cwd: join(ROOT, 'deploy') });
    // A patch for an existing cluster.
    expect([...RESOURCES, 'kubernetes/recovered.yaml'].sort()).toEqual(files.sort());
    const names = MANIFESTS.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('run nothing as root, nothing that writes to its image, and nothing without bounds', () => {
    for (const { metadata, spec } of PODS) {
      expect([metadata.name, spec?.template?.spec.securityContext?.runAsNonRoot]).toEqual([metadata.name, true]);
    }
    expect(CONTAINERS.length).toBeGreaterThan(6);
    for (const { name, securityContext, resources } of CONTAINERS) {
      expect([name, securityContext?.readOnlyRootFilesystem]).toEqual([name, true]);
      expect([name, securityContext?.allowPrivilegeEscalation]).toEqual([name, false]);
      expect([name, resources?.limits?.memory]).toEqual([name, expect.any(String)]);
    }
  });

  test('probe ports that the containers have', () => {
    for (const { name, ports = [], readinessProbe, livenessProbe } of CONTAINERS) {
      const known = ports.map((port) => port.name);
      const requested = [readinessProbe, livenessProbe].flatMap(
        (probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [],
      );
      expect([name, requested.filter((port) => !known.includes(port))]).toEqual([name, []]);
    }
  });

  test('two draw, and where bets are sealed no other member’s call is waited for', () => {
    const draw = MANIFESTS.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'draw');
    expect(draw?.spec?.replicas).toBe(2);
    const services = Object.entries(COMPOSE.services);
    const poolers = services.filter(([, { environment }]) => environment?.TERCET_APP_URL?.includes('@pgbouncer:'));
    expect(poolers.map(([name]) => name)).toEqual(['api']);
  });

  test('give the owner’s password to no process, and each process that of its own role', () => {
    const holders = PODS.filter(({ spec }) =>
      spec?.template?.spec.containers.some(({ env }) => env?.some(({ name }) => name === 'TERCET_OWNER_URL')),
    );
    expect(holders.map(({ metadata }) => metadata.name).sort()).toEqual(['migrate', 'toolbox']);
    for (const role of ['api', 'draw', 'jobs']) {
      const own = PODS.find(({ metadata }) => metadata.name === role)?.spec?.template?.spec.containers ?? [];
      const keys = own.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []));
      expect(keys.filter((key) => key.endsWith('-password'))).toEqual([`${role}-password`]);
    }
  });

  test('ask for no secret that the runbook does not create', () => {
    const requested = PODS.flatMap(({ spec }) => {
      const { volumes = [] } = spec?.template?.spec ?? {};
      return volumes.flatMap(({ secret }) => secret?.secretName ?? []);
    });
    for (const { env = [], envFrom = [] } of CONTAINERS) {
      requested.push(...env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []));
      requested.push(...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []));
    }
    const runbook = read('docs/operating/deploy.md');
    expect([...new Set(requested)].filter((name) => !runbook.includes(name))).toEqual([]);
  });
});

describe('what caches may keep', () => {
  interface Rule {
    name: string;
    paths: string[];
    keep?: number;
  }
  const RULES = parse(read('deploy/cdn.yaml')) as { rules: Rule[]; never: Rule[] };
  const stored = RULES.rules.flatMap(({ paths }) => paths.map((path) => new RegExp(path)));
  const never = RULES.never.flatMap(({ paths }) => paths.map((path) => new RegExp(path)));
  /** Every GET route of the server, with its parameters filled in. */
  const PATHS = Object.entries(
    (JSON.parse(read('packages/contract/openapi.json')) as { paths: Record<string, object> }).paths,
  ).flatMap(([path, acts]) => ('get' in acts ? [path.replaceAll(/\{[^}]+\}/g, 'x')] : []));

  test('is the same in nginx', () => {
    const club = read('deploy/nginx/club.conf');
    const places = [...club.matchAll(/location ~ (\S+) \{([^}]*proxy_cache club;[^}]*)\}/g)];
    const patterns = places.map(([, pattern = '']) => new RegExp(pattern));
    const some = ['/assets/a.js', '/console/assets/a.js', '/book/tile/0/x001', '/book/slips/dice-30/5', ...PATHS];
    for (const path of some) {
      const inNginx = patterns.some((pattern) => pattern.test(path));
      expect([path, inNginx]).toEqual([path, stored.some((rule) => rule.test(path))]);
    }
    // Shared cached answers are fetched without cookies.
    for (const [, , body = ''] of places) expect(body).toMatch(/Cookie "";[\s\S]*Authorization "";/);
  });

  test('is nothing of a member, a host or the staff', () => {
    expect(PATHS.length).toBeGreaterThan(60);
    const open = PATHS.filter((path) => /^\/api\/(me|console|slips|session|host-link|hosts|cities)\b/.test(path));
    expect(open.length).toBeGreaterThan(30);
    for (const path of open) {
      expect([path, stored.some((rule) => rule.test(path)), never.some((rule) => rule.test(path))]).toEqual([
        path,
        false,
        true,
      ]);
    }
    expect(
      PATHS.filter((path) => stored.some((rule) => rule.test(path)) && never.some((rule) => rule.test(path))),
    ).toEqual([]);
  });
});
