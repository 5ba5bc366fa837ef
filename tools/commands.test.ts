import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clubProgram } from '@tercet/dev/club.ts';
import { areasOf } from '@tercet/server/cli/program/run.ts';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SCRIPTS_MAX = 20;
/** Old names, and texts without commands. */
const LEFT_OUT = /^(CHANGELOG\.md|package-lock\.json|tools\/commands\.test\.ts)$|\.(svg|sha256|json|vtt)$/;

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const AREAS = areasOf(clubProgram({}));
const FILES = execFileSync('git', ['grep', '-lIE', 'npm run |club '], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => !LEFT_OUT.test(path) && existsSync(join(ROOT, path)));

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The code in a page: blocks and spans. */
function codeOf(page: string): string[] {
  const blocks = page.split(/^ *```.*$/m).filter((_, index) => index % 2 === 1);
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...blocks.flatMap((block) => block.split('\n').map((line) => line.split(' # ')[0] ?? '')), ...spans];
}

function isCommand(area: string, act: string | undefined): boolean {
  const acts = AREAS.find(({ name }) => name === area)?.acts.map(({ name }) => name);
  return acts !== undefined && (act === undefined || acts.includes('') || acts.includes(act));
}

test('package.json has few scripts, each run by the Node of the project', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(SCRIPTS_MAX);
  for (const [name, script] of Object.entries(scripts)) {
    const [, file = ''] = /^exec node scripts\/run\.mjs (\S+)/.exec(script) ?? [];
    expect([name, existsSync(join(ROOT, file)) && file !== '']).toEqual([name, true]);
  }
});

test('every script that a text names exists', () => {
  const named = FILES.flatMap((path) =>
    [...read(path).matchAll(/npm run (?:--silent )?([a-z](?:[a-z:-]*[a-z])?)/g)].map(([, name = '']) => ({
      path,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every act of the operator program that a page or a message names exists', () => {
  const named = FILES.flatMap((path) => {
    const texts = path.endsWith('.md')
      ? codeOf(read(path))
      : [...read(path).matchAll(/npm run club -- .*/g)].map(String);
    return texts.flatMap((text) =>
      [...text.matchAll(/(?:^|[\s>])club (?:-- )?([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)].map(
        ([command, area = '', act]) => {
          return { path, command, isKnown: isCommand(area, act) };
        },
      ),
    );
  });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ isKnown }) => !isKnown)).toEqual([]);
});
