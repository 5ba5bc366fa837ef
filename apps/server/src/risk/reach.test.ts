import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FUNCTION_RIGHTS } from '../db/rights/functions.ts';
import { TABLE_RIGHTS } from '../db/rights/tables.ts';

const SRC = join(import.meta.dirname, '..');
const SCHEMA = join(import.meta.dirname, '../../schema');
const sources = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'));
const textOf = (file: string) => readFileSync(join(SRC, file), 'utf8');

/** Who may know of signs of harm: the job, the member's and the staff's calls about them, and the queue. */
const READERS = [
  'config/config.ts',
  'decisions/work-queues.ts',
  'http/console/risk/case-shapes.ts',
  'http/console/risk/list-cases.ts',
  'http/console/risk/record-interaction.ts',
  'http/member/limits/answer-suggestion.ts',
  'http/member/limits/play-signs.ts',
  'http/shared/limit-answers.ts',
  'jobs/assess-members.ts',
  'jobs/deps.ts',
];

/** Lists of all tables: of rights, retention and exports. They give their rows to nobody else. */
const LISTS = ['db/retention.ts', 'db/rights/tables.ts', 'db/schema.d.ts', 'my-data/ground-tables.ts'];

test('signs of harm reach the member and the staff’s queue alone: no other file imports them', () => {
  const importing = sources.filter((file) => !file.startsWith('risk/') && /from '(\.\.\/)+risk\//.test(textOf(file)));
  expect(importing.toSorted()).toEqual(READERS);
});

test('no other file names their tables', () => {
  const naming = sources.filter((file) => !file.startsWith('risk/') && /\brisk\.[a-z_]+\b/.test(textOf(file)));
  expect(naming.toSorted()).toEqual(LISTS);
});

test('no SQL function, view or policy reads them: only the erasure of a person names them', () => {
  for (const file of globSync('*.sql', { cwd: SCHEMA })) {
    const lines = readFileSync(join(SCHEMA, file), 'utf8')
      .split('\n')
      .filter((line) => /\brisk\.[a-z_]+/.test(line) && !line.startsWith('--'));
    if (file === 'risk.sql') {
      expect(lines.filter((line) => !/^(create table|create (unique )?index) /.test(line))).toEqual([]);
    } else if (file === 'members.sql') {
      expect(lines.filter((line) => !/^ {6}\('person', 'risk\./.test(line))).toEqual([]);
    } else expect([file, lines]).toEqual([file, []]);
  }
  expect(Object.keys(FUNCTION_RIGHTS).filter((name) => name.startsWith('risk.'))).toEqual([]);
});

test('the draw has no right to them, the API cannot write signs, and neither can change a talk', () => {
  const rights = Object.entries(TABLE_RIGHTS).filter(([table]) => table.startsWith('risk.'));
  expect(rights).toHaveLength(5);
  for (const [table, { draw, api = '', jobs = '' }] of rights) {
    expect([table, draw]).toEqual([table, undefined]);
    if (/assessment|indicator/.test(table)) expect([table, api]).toEqual([table, 'select']);
    if (table === 'risk.interaction') expect(`${api} ${jobs}`).not.toMatch(/update|delete/);
    if (table === 'risk.limit_suggestion') expect([table, jobs]).toEqual([table, '']);
  }
});
