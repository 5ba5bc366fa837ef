import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { EXAMPLES } from '@tercet/server/http/api-document/examples.ts';
import { type ApiDocument, joined, type Part, partOf } from '@tercet/server/http/api-document/parts.ts';
import { REFUSAL_CODES } from '@tercet/server/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The API documents pass the rules that users of other tools expect: Redocly and Spectral, both without warnings.

const ROOT = join(import.meta.dirname, '../..');
const WHOLE: ApiDocument = JSON.parse(readFileSync(join(ROOT, 'packages/contract/openapi.json'), 'utf8'));
const PARTS: Part[] = ['members', 'console'];
const LINT_MS_MAX = 60_000;

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
}
interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder('tercet-api-document-');
});
afterAll(() => folder.remove());

function operationsOf({ paths = {} }: ApiDocument): [path: string, method: string, operation: Operation][] {
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [path, method, operation] as [string, string, Operation]),
  );
}

function headersOf(operation: Operation): Record<string, boolean> {
  const headers = (operation.parameters ?? []).filter((one) => one.in === 'header');
  return Object.fromEntries(headers.map(({ name, required }) => [name, required === true]));
}

/** The problems that Redocly finds in a document. */
function redocly(document: ApiDocument, name: string): string[] {
  const file = join(folder.path, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  const config = join(import.meta.dirname, 'redocly.yaml');
  const program = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'lint', file, '--config', config, '--format', 'json', '--max-problems', '1000'],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      timeout: LINT_MS_MAX,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!stdout.includes('"problems"')) throw new Error(`Redocly said nothing: ${stderr}`);
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** The problems that Spectral finds in a document, by its recommended rules. */
async function spectralFaults(document: ApiDocument): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas as RulesetDefinition, 'recommended']],
    rules: {
      // Every operation has a summary, which another test checks. The club, not a person, answers for its API.
      'operation-description': 'off',
      'info-contact': 'off',
    },
  });
  const found = await linter.run(document as never);
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`);
}

describe.each(PARTS)('the %s document', (part) => {
  const document = partOf(WHOLE, part);

  test('passes Redocly', { timeout: LINT_MS_MAX }, () => {
    expect(redocly(document, part)).toEqual([]);
  });

  test('passes Spectral', { timeout: LINT_MS_MAX }, async () => {
    expect(await spectralFaults(document)).toEqual([]);
  });

  test('has no operation of the other', () => {
    const paths = Object.keys(document.paths ?? {});
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((path) => path.startsWith('/api/console/') !== (part === 'console'))).toEqual([]);
  });
});

test('both linters find a fault', { timeout: LINT_MS_MAX }, async () => {
  const document = JSON.parse(JSON.stringify(partOf(WHOLE, 'members'))) as ApiDocument;
  const post = operationsOf(document).find(([, , { operationId }]) => operationId === 'placeSlip')?.[2];
  if (!post) throw new Error('no placeSlip');
  Reflect.deleteProperty(post, 'security');
  post.operationId = 'signIn';
  expect(redocly(document, 'wrong').join('\n')).toMatch(/security-defined/);
  expect((await spectralFaults(document)).join('\n')).toMatch(/operation-operationId-unique/);
});

test('both documents joined are the whole one', () => {
  const again = joined(partOf(WHOLE, 'members'), partOf(WHOLE, 'console'));
  expect(Object.keys(again.paths ?? {}).sort()).toEqual(Object.keys(WHOLE.paths ?? {}).sort());
  expect(again.components?.schemas).toEqual(WHOLE.components?.schemas);
});

test('every operation has its own id, in camel case', () => {
  const ids = operationsOf(WHOLE).map(([, , { operationId }]) => operationId);
  expect(ids.length).toBeGreaterThan(300);
  expect(ids.filter((id) => !/^[a-z]+(?:[A-Z0-9][a-z0-9]*)*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every operation has a summary and a tag', () => {
  const without = operationsOf(WHOLE).filter(([, , one]) => !one.summary || one.tags?.length !== 1);
  expect(without.map(([, , { operationId }]) => operationId)).toEqual([]);
});

test('a write under a session requires the origin and the caller, and no other call requires the origin', () => {
  for (const [path, method, operation] of operationsOf(WHOLE)) {
    const headers = headersOf(operation);
    const isOfSession = operation.security.some((one) => 'memberSession' in one || 'staffSession' in one);
    const isWrite = method !== 'get';
    expect([path, method, headers.origin]).toEqual([path, method, isWrite && isOfSession ? true : undefined]);
    if (isWrite && isOfSession) expect([path, method, headers['tercet-caller']]).toEqual([path, method, true]);
    if ('idempotency-key' in headers) expect([path, headers['idempotency-key']]).toEqual([path, true]);
    // A bearer is a security scheme: generators ignore such a header.
    expect(Object.keys(headers)).not.toContain('authorization');
  }
});

test('money moves only with an Idempotency-Key', () => {
  const withKey = operationsOf(WHOLE).filter(([, , one]) => 'idempotency-key' in headersOf(one));
  const ids = withKey.map(([, , { operationId }]) => operationId);
  expect(ids).toEqual(expect.arrayContaining(['placeSlip', 'requestWithdrawal', 'startTopUp', 'buyVideo']));
});

test('lists every refusal code with its status, and the events of both streams', () => {
  const schemas = WHOLE.components?.schemas as Record<
    string,
    { enum?: string[]; 'x-status'?: object; anyOf?: object[] }
  >;
  expect(schemas.RefusalCode?.enum).toEqual([...REFUSAL_CODES]);
  expect(Object.keys(schemas.RefusalCode?.['x-status'] ?? {})).toEqual([...REFUSAL_CODES]);
  for (const [id, name] of [
    ['openStream', 'StreamEvent'],
    ['openConsoleStream', 'StaffStreamEvent'],
  ] as const) {
    const operation = operationsOf(WHOLE).find(([, , { operationId }]) => operationId === id)?.[2];
    const ref = operation?.responses['200']?.content?.['text/event-stream']?.schema?.$ref;
    expect(ref).toBe(`#/components/schemas/${name}`);
    expect(schemas[name]?.anyOf?.length).toBeGreaterThan(2);
  }
});

test('every example belongs to an operation', () => {
  const ids = new Set(operationsOf(WHOLE).map(([, , { operationId }]) => operationId));
  expect(Object.keys(EXAMPLES.operations).filter((id) => !ids.has(id))).toEqual([]);
});
