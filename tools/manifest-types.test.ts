import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

// The manifests against the types of Kubernetes, which are generated from its own API document. The compiler refuses
// unknown fields, missing ones and wrong types. What it cannot see, such as limits of numbers, only a cluster decides.

const ROOT = join(import.meta.dirname, '..');
/** Folder of the package `kubernetes-types` for each version of the API. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
  'scheduling.k8s.io/v1': 'scheduling/v1',
};
/** Kinds of operators, whose types are not in that package. */
const OF_OPERATORS = ['postgresql.cnpg.io/v1', 'barmancloud.cnpg.io/v1', 'monitoring.coreos.com/v1'];

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

let folder: string;
beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  // Below the project, so that the compiler finds its packages.
  folder = mkdtempSync(join(ROOT, '.cache/manifest-types-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function manifests(): Manifest[] {
  const { resources } = parse(read('deploy/kustomization.yaml')) as { resources: string[] };
  const all = resources.flatMap((file) =>
    parseAllDocuments(read(join('deploy', file))).map((one) => one.toJS({ maxAliasCount: 100 }) as Manifest),
  );
  return all.filter(({ apiVersion }) => !OF_OPERATORS.includes(apiVersion));
}

/** What the compiler says about the manifests. */
function faultsOf(all: readonly Manifest[]): string[] {
  const file = join(folder, 'manifests.ts');
  const lines = all.map((one, index) => {
    const module = MODULES[one.apiVersion];
    if (module === undefined) throw new Error(`${one.kind} ${one.metadata.name}: no types of ${one.apiVersion}`);
    return `export const m${index}: import('kubernetes-types/${module}').${one.kind} = ${JSON.stringify(one)};`;
  });
  writeFileSync(file, `${lines.join('\n')}\n`);
  const compiler = join(ROOT, 'node_modules/typescript7/bin/tsc');
  const options = [
    '--noEmit',
    '--pretty',
    'false',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--skipLibCheck',
    '--types',
    '',
    '--ignoreConfig',
  ];
  try {
    execFileSync(process.execPath, [compiler, ...options, file], { stdio: 'pipe', encoding: 'utf8' });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const faults = stdout.split('\n').filter((line) => line.includes('error TS'));
    if (faults.length === 0) throw error;
    return faults;
  }
}

test('each manifest has the fields that Kubernetes knows, and all that it needs', () => {
  const all = manifests();
  expect(all.length).toBeGreaterThan(25);
  expect(faultsOf([...all, DEPLOYMENT])).toEqual([]);
});

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'example' },
  spec: {
    selector: { matchLabels: { name: 'example' } },
    template: { spec: { containers: [{ name: 'example', image: 'example' }] } },
  },
};

test.each<[string, object]>([
  ['an unknown field', { ...DEPLOYMENT.spec, replica: 2 }],
  ['an unknown field inside', { ...DEPLOYMENT.spec, template: { spec: { containers: [{ name: 'a', volumes: [] }] } } }],
  ['a missing field', { template: DEPLOYMENT.spec.template }],
  ['a number as a text', { ...DEPLOYMENT.spec, replicas: '2' }],
])('%s is found', (_, spec) => {
  expect(faultsOf([{ ...DEPLOYMENT, spec } as Manifest])).toHaveLength(1);
});

test('the overlay names the class of the ingress, and nothing else', () => {
  const overlay = parse(read('deploy/overlays/ingress-class/kustomization.yaml')) as {
    resources: string[];
    patches: { target: { kind: string; name: string }; patch: string }[];
  };
  expect(overlay.resources).toEqual(['../..']);
  const [{ target, patch } = { target: {}, patch: '' }] = overlay.patches;
  expect(overlay.patches).toHaveLength(1);
  const ingress = manifests().find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === 'club');
  expect(target).toEqual({ kind: ingress?.kind, name: ingress?.metadata.name });
  const [{ op, path, value }] = parse(patch) as [{ op: string; path: string; value: string }];
  expect([op, path]).toEqual(['add', '/spec/ingressClassName']);
  const patched = { ...ingress, spec: { ...(ingress as { spec?: object }).spec, ingressClassName: value } };
  expect(faultsOf([patched as unknown as Manifest])).toEqual([]);
});
