import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

type Labels = Record<string, string>;
interface Container {
  name: string;
  command?: string[];
  env?: { name: string }[];
  envFrom?: object[];
  lifecycle?: { preStop?: { exec: { command: string[] } } };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}
interface PodSpec {
  containers: Container[];
  terminationGracePeriodSeconds?: number;
  volumes?: { name: string; configMap?: { name: string } }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Labels };
  spec?: Record<string, unknown> & { replicas?: number; template?: { metadata: { labels: Labels }; spec: PodSpec } };
}
interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; options?: { labels?: Labels }; files: string[] }[];
}

const NAME = 'app.kubernetes.io/name';
const KUSTOMIZATION = parse(read('deploy/kustomization.yaml')) as Kustomization;
const MANIFESTS = KUSTOMIZATION.resources.flatMap((file) =>
  parseAllDocuments(read(join('deploy', file))).map((one) => one.toJS({ maxAliasCount: 100 }) as Manifest),
);
const podOf = (name: string): PodSpec => {
  const found = MANIFESTS.find(({ metadata, spec }) => metadata.name === name && spec?.template);
  if (!found?.spec?.template) throw new Error(`there is no ${name}`);
  return found.spec.template.spec;
};
const SERVERS = ['api', 'draw', 'jobs'];

/** The longest shutdown time of a process, from the code. */
function leavingSeconds(): number {
  const drain = /TERCET_DRAIN_SECONDS: .*\.default\((\d+)\)/.exec(read('apps/server/src/config/config.ts'))?.[1];
  const rest = /STOP_MS_MAX = (\d+)_000/.exec(read('apps/server/src/process/stopping.ts'))?.[1];
  return Number(drain) + Number(rest);
}

describe('a process that gets a stop signal', () => {
  const seconds = leavingSeconds();

  test.each(SERVERS)('has the time for it on Kubernetes: %s', (name) => {
    const { containers, terminationGracePeriodSeconds = 30 } = podOf(name);
    const before = Number(containers[0]?.lifecycle?.preStop?.exec.command.at(-1) ?? 0);
    expect(seconds).toBeGreaterThan(20);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(before + seconds);
  });

  test('has the time for it with compose', () => {
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, { stop_grace_period?: string }>;
    };
    for (const name of SERVERS) {
      expect([name, Number.parseInt(services[name]?.stop_grace_period ?? '10s', 10)]).toEqual([name, 35]);
    }
    expect(35).toBeGreaterThan(seconds);
  });
});

describe('an update', () => {
  /** The parts that can be applied alone: `kubectl apply -k deploy -l app.kubernetes.io/name=…`. */
  const parts = new Set(MANIFESTS.map(({ metadata }) => metadata.labels?.[NAME]));

  test('can be done part by part: everything has the label of its part, and pods that of their own', () => {
    for (const { kind, metadata, spec } of MANIFESTS) {
      const own = spec?.template?.metadata.labels[NAME];
      expect([kind, metadata.name, metadata.labels?.[NAME]]).toEqual([kind, metadata.name, own ?? expect.any(String)]);
    }
    for (const { name, options } of KUSTOMIZATION.configMapGenerator) {
      expect([name, parts.has(options?.labels?.[NAME] ?? '')]).toEqual([name, true]);
    }
  });

  test('uses names of existing parts', () => {
    const pages = ['deploy.md', 'database-lost.md'].map((page) => read(`docs/operating/${page}`)).join('\n');
    const reported = [...pages.matchAll(/-l '?app\.kubernetes\.io\/name(?:=| in \()([a-z, ]+)/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim()),
    );
    expect(reported.length).toBeGreaterThan(5);
    expect(reported.filter((name) => !parts.has(name))).toEqual([]);
  });
});

describe('the pod for operator commands', () => {
  const [toolbox] = podOf('toolbox').containers;

  test('is not started automatically, and has the jobs’ settings, but as the owner of the database', () => {
    expect(MANIFESTS.find(({ metadata }) => metadata.name === 'toolbox')?.spec?.replicas).toBe(0);
    const [jobs] = podOf('jobs').containers;
    const others = (env = toolbox?.env) =>
      env?.filter(({ name }) => !/^TERCET_(JOBS|OWNER|APP)_(PASSWORD|URL)$/.test(name));
    expect(others()).toEqual(others(jobs?.env));
    expect(toolbox?.envFrom).toEqual(jobs?.envFrom);
  });

  test('may write its keys, which are a copy', () => {
    expect(toolbox?.volumeMounts).toContainEqual({ name: 'keys', mountPath: '/keys' });
    expect(podOf('toolbox').volumes?.find(({ name }) => name === 'keys')).toMatchObject({
      emptyDir: expect.anything(),
    });
  });

  test('reaches what the jobs reach', () => {
    const policies = MANIFESTS.filter(({ kind }) => kind === 'NetworkPolicy');
    for (const { metadata, spec } of policies.filter((one) => JSON.stringify(one).includes('"migrate"'))) {
      expect([metadata.name, JSON.stringify(spec)]).toEqual([metadata.name, expect.stringContaining('"toolbox"')]);
    }
    const world = policies.find(({ metadata }) => metadata.name === 'to-the-world');
    expect(JSON.stringify(world?.spec)).toContain('"toolbox"');
  });
});

describe('the house’s description of itself', () => {
  test('reaches every process that opens one', () => {
    const { data = {} } = parse(read('deploy/kubernetes/settings.yaml')) as { data?: Labels };
    for (const name of [...SERVERS, 'toolbox']) {
      const { containers, volumes = [] } = podOf(name);
      const mount = containers[0]?.volumeMounts?.find((one) => one.name === 'house');
      const files = KUSTOMIZATION.configMapGenerator.find((one) => one.name === 'house')?.files ?? [];
      expect(files.map((file) => `${mount?.mountPath}/${file.split('/').at(-1)}`)).toEqual([data.TERCET_LIVE_FILE]);
      expect([name, volumes.some(({ configMap }) => configMap?.name === 'house')]).toEqual([name, true]);
    }
  });
});

describe('a changed house.json', () => {
  test('is applied with everything that mounts it, by its current name', () => {
    const mounting = MANIFESTS.filter(({ spec }) =>
      spec?.template?.spec.volumes?.some(({ configMap }) => configMap?.name === 'house'),
    ).map(({ metadata }) => metadata.name);
    const chapter = /^`house\.json` alone:[\s\S]*?name in \(([a-z, ]+)\)/m.exec(read('docs/operating/deploy.md'));
    expect(chapter?.[1]?.split(', ').sort()).toEqual(['settings', ...mounting].sort());
  });
});

describe('the monitoring', () => {
  test('scrapes every process every five seconds, and keeps the label `job` of a metric', () => {
    const club = MANIFESTS.find(({ kind, metadata }) => kind === 'PodMonitor' && metadata.name === 'club');
    expect(club?.spec?.podMetricsEndpoints).toEqual([expect.objectContaining({ interval: '5s', honorLabels: true })]);
    for (const name of SERVERS) expect(JSON.stringify(club?.spec?.selector)).toContain(`"${name}"`);
  });

  test('links each alert to a page that names it', () => {
    const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; annotations: Labels }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(25);
    const lost = rules.filter(({ alert, annotations }) => !read(annotations.runbook ?? '').includes(`\`${alert}\``));
    expect(lost.map(({ alert }) => alert)).toEqual([]);
  });
});
