import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jobsOf } from '../apps/server/src/jobs/jobs.ts';
import { registerHouseMetrics } from '../apps/server/src/metrics/house-metrics.ts';
import { registerHttpMetrics } from '../apps/server/src/metrics/http-metrics.ts';
import { registerJobMetrics } from '../apps/server/src/metrics/job-metrics.ts';
import { registerProcessMetrics } from '../apps/server/src/metrics/process-metrics.ts';
import { registerProgramMetrics } from '../apps/server/src/metrics/program-metrics.ts';
import { openRegistry } from '../apps/server/src/metrics/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const HOUR_MS = 3_600_000;

interface Alerts {
  groups: { name: string; rules: { alert: string; expr: string; labels: Labels; annotations: Labels }[] }[];
}
type Labels = Record<string, string>;

interface Dashboard {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
}

const ALERTS = (parse(read('deploy/prometheus/alerts.yml')) as Alerts).groups;
const RULES = ALERTS.flatMap(({ rules }) => rules);
const PANELS = (JSON.parse(read('deploy/grafana/tercet.json')) as Dashboard).panels;

/** Every metric name that the club's processes export. */
async function exported(): Promise<Set<string>> {
  const registry = openRegistry(['api']);
  const db = {} as never;
  registerHouseMetrics(registry, { db, catalogue: () => ({ lotteries: [] }) as never, onFault: () => {} });
  registerHttpMetrics(
    registry,
    { addHook: () => {} } as never,
    { open: () => 0, dropped: () => 0 },
    { underWay: () => 0 },
  );
  registerProcessMetrics(registry, { begun: false });
  registerJobMetrics(registry);
  registerProgramMetrics(registry, { known: () => null } as never);
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  return new Set(names.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
}

const namesIn = (expr: string): string[] => expr.match(/\b(?:tercet|nodejs|process)_[a-z0-9_]+/g) ?? [];

describe('what watches the club', () => {
  test('uses metrics that it exports, and no other', async () => {
    const known = await exported();
    const exprs = [
      ...RULES.map(({ expr }) => expr),
      ...PANELS.flatMap(({ targets = [] }) => targets.map((t) => t.expr)),
    ];
    const requested = exprs.flatMap(namesIn);
    expect(requested.length).toBeGreaterThan(30);
    expect(requested.filter((name) => !known.has(name))).toEqual([]);
  });

  test('names existing jobs, and each one that runs hourly or less often', () => {
    const jobs = jobsOf({} as never);
    const named = (alert: string): string[] => {
      const expr = RULES.find((rule) => rule.alert === alert)?.expr ?? '';
      const lists = [...expr.matchAll(/job=~"([^"]+)"/g)].map(([, list = '']) => list);
      expect([alert, new Set(lists).size]).toEqual([alert, 1]);
      return (lists[0] ?? '').split('|');
    };
    const seldom = jobs.filter(({ everyMs }) => everyMs >= HOUR_MS).map(({ name }) => name);
    expect(named('RareJobFailed').sort()).toEqual(seldom.sort());
    const known = new Set(jobs.map(({ name }) => name));
    expect([...named('JobOverdue'), 'publish liabilities'].filter((name) => !known.has(name))).toEqual([]);
  });

  test('begins with the draw', () => {
    expect(ALERTS[0]?.name).toBe('tercet-draw');
    expect(PANELS[0]?.title).toBe('The draw');
  });

  test('gives each alert a severity, a summary, a first step and a runbook page', () => {
    for (const { alert, labels, annotations } of RULES) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect([alert, annotations.summary, annotations.description]).toEqual([
        alert,
        expect.stringMatching(/\S/),
        expect.stringMatching(/\.$/),
      ]);
      expect([alert, existsSync(join(ROOT, annotations.runbook ?? ''))]).toEqual([alert, true]);
    }
    expect(new Set(RULES.map(({ alert }) => alert)).size).toBe(RULES.length);
  });
});

describe('each page for a bad hour', () => {
  const pages = readdirSync(join(ROOT, 'docs/operating')).filter((name) =>
    RULES.some(({ annotations }) => annotations.runbook?.endsWith(`/${name}`)),
  );
  const scripts = (JSON.parse(read('package.json')) as { scripts: Labels }).scripts;

  test.each([...pages, 'key-compromised.md'])('%s has symptoms, first step, forbidden acts and an end', (name) => {
    const page = read(`docs/operating/${name}`);
    for (const part of ['**Never.**', '**It is over**']) {
      if (name !== 'fork-reported.md') expect([name, page.includes(part)]).toEqual([name, true]);
    }
    for (const [, alert = ''] of page.matchAll(
      /`([A-Z][A-Za-z]+(?:Late|Void|Draws|Silent|Unsigned|Stuck|Closed|Wait|Away|Fail))`/g,
    ))
      expect([name, alert, RULES.some((rule) => rule.alert === alert)]).toEqual([name, alert, true]);
    for (const [, script = ''] of page.matchAll(/npm run ([a-z:-]+)/g))
      expect([name, script, script in scripts]).toEqual([name, script, true]);
    for (const [, link = ''] of page.matchAll(/\]\(([a-z-]+\.md)\)/g))
      expect([name, link, existsSync(join(ROOT, 'docs/operating', link))]).toEqual([name, link, true]);
  });
});
