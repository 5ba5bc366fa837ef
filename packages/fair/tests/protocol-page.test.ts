import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../src/index.ts';
import evidence from '../vectors/evidence.json' with { type: 'json' };
import refused from '../vectors/evidence-refused.json' with { type: 'json' };
import { schemas } from './schemas.ts';

/**
 * Checks docs/protocol.md against the code. The page must name every reason, finding, gap, verdict and field. Its
 * tables of steps must contain exactly the reasons in the vectors.
 */

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(import.meta.dirname, '../src');
const page = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8');
const named = new Set(page.match(/`[^`\n]+`/g)?.map((code) => code.slice(1, -1)));

/** Files with codes that appear on the page. */
const CODED = [
  ...readdirSync(SOURCES).filter((name) => /^(checks|audit)-.*\.ts$/.test(name)),
  ...['window.ts', 'log-keys.ts', 'place.ts', 'case.ts', 'fates.ts', 'verify.ts', 'verdict.ts', 'proof.ts'],
  ...['owed.ts', 'owed-file.ts', 'sum-tree.ts', 'book-audit.ts', 'book-check.ts', 'audit-book.ts', 'entry-types.ts'],
].filter((name) => !name.endsWith('.test.ts'));

/** Text literals in the form of codes, except names of modules and of JavaScript types. */
function codesIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const codes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isTypeof = ts.isBinaryExpression(node) && ts.isTypeOfExpression(node.left);
    if (ts.isIndexedAccessTypeNode(node) || ts.isTypeReferenceNode(node)) return;
    if (ts.isStringLiteral(node) && /^[a-z]+(-[a-zA-Z]+)*$/.test(node.text)) codes.push(node.text);
    if (!isTypeof) ts.forEachChild(node, visit);
  };
  visit(source);
  return [...new Set(codes)];
}

/** Display values, which the page leaves to each verifier. */
const DISPLAYED = new Set(['yes', 'not-given', 'recomputed']);

test.each(CODED)('the page names every code of %s', (file) => {
  const missing = codesIn(file).filter((code) => !named.has(code) && !DISPLAYED.has(code));
  expect(missing).toEqual([]);
});

test('the page names every verdict with its exit code', () => {
  for (const [verdict, exit] of Object.entries(EXIT_CODES)) {
    expect(page).toMatch(new RegExp(`^\\| \`${verdict}\` \\|[^\n]*\\| ${exit} \\|$`, 'm'));
  }
});

describe('the page names every field of', () => {
  test.each([...schemas.keys()])('%s', (name) => {
    const fields = fieldsOf(schemas.get(name));
    expect(fields.filter((field) => !named.has(field) && !isInShape(field))).toEqual([]);
  });
});

/** Shapes such as `{"note","places"}` name their members too. */
function isInShape(field: string): boolean {
  return [...named].some((code) => code.startsWith('{') && code.includes(`"${field}"`));
}

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties, $defs: _, ...rest } = schema as { properties?: Record<string, unknown>; $defs?: unknown };
  const own = Object.entries(properties ?? {}).flatMap(([name, below]) => [name, ...fieldsOf(below)]);
  return [...own, ...Object.values(rest).flatMap(fieldsOf)];
}

test('the examples are those of the vectors', () => {
  const folder = join(import.meta.dirname, '../vectors');
  const vectors = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const all = vectors.join('\n').replaceAll('\\"', '"').replaceAll('\\n', '\n');
  const hashes = page.match(/\b[0-9a-f]{60,}\b/g) ?? [];
  const lines = page.match(/^(— |\{"count").*$/gm) ?? [];
  expect([hashes.length > 15, lines.length]).toEqual([true, 4]);
  expect([...hashes, ...lines].filter((example) => !all.includes(example))).toEqual([]);
  const bytes = /^(?:[0-9a-f]+ *)+(?= {3}|$)/;
  const leaf = /\*\*Leaf data\*\*[^`]*```\n([^`]*)```/.exec(page)?.[1]?.trimEnd().split('\n') ?? [];
  const data = leaf.map((line) => bytes.exec(line)?.[0].replaceAll(' ', '')).join('');
  expect(all).toContain(`"leafData": "${data}"`);
});

describe('the tables of the steps', () => {
  const written = new Set<string>();
  for (const [, step = '', text = ''] of page.matchAll(/^### 15\.\d+ `(\w+)`\n([\s\S]*?)(?=^##)/gm)) {
    for (const [, reasons = '', state = ''] of text.matchAll(/^\| (`[^|]*`) \| ([^|]*) \|/gm)) {
      const states = state.trim() === 'see below' ? ['open', 'refuted'] : [state.trim().split(/[ ,]/)[0]];
      for (const [, reason] of reasons.matchAll(/`([\w-]+)`/g)) {
        for (const one of states) written.add(`${step} ${one} ${reason}`);
      }
    }
  }
  const shown = [...evidence.cases, ...refused.cases].flatMap(({ expected }) =>
    (expected.steps as (string | null)[][]).map(([step, state, reason]) => `${step} ${state} ${reason}`),
  );
  // Reasons that section 15.1 gives for all steps.
  const ofAll = /^\w+ (ok null|open not-pinned|refuted malformed)$/;

  test('hold every reason that the vectors show', () => {
    expect([...new Set(shown)].filter((one) => !ofAll.test(one) && !written.has(one))).toEqual([]);
  });

  test('hold no reason that no vector shows', () => {
    expect(written.size).toBeGreaterThan(110);
    expect([...written].filter((one) => !shown.includes(one))).toEqual([]);
  });
});
