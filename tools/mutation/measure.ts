import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '../../apps/server/tests/setup/global.ts';
import { compareWithList, nameOf, readEquivalents } from './equivalents.ts';
import { countByFile, faultsOf, type Report, rowOf, survivorsOf, tableOf } from './report.ts';
import type { Part, Request } from './request.ts';
import { isInSample } from './sample.ts';
import { runSql } from './sql/sql-run.ts';
import { leftOutByComment, runStryker } from './stryker-run.ts';

const FOLDER = join(import.meta.dirname, '../../dist/mutation');
const FAULTS_SHOWN_MAX = 40;

/** Measures a part, shows the table and writes the report. Returns whether the part is as it should be. */
export async function measure({ target, part }: Part, request: Request, testServer?: TestServer): Promise<boolean> {
  console.log(`\n${part}`);
  const began = performance.now();
  const { concurrency, force, tests, sample } = request;
  const own = { ...target, tests: tests ?? target.tests };
  const run = { target: own, part, concurrency, force, isStored: tests === null, sample };
  const mutants =
    target.folder === 'sql' && testServer
      ? await runSql({ ...run, testServer })
      : await runStryker({ ...run, testServer });
  const rows = countByFile(mutants);
  const total = rowOf(sample === null ? 'all' : `sample of ${sample} %`, mutants);
  const list = readEquivalents(target.folder).filter((one) => isInSample({ ...one, lineText: one.line }, sample));
  const comparison = compareWithList(
    mutants,
    list,
    rows.map(({ file }) => file),
  );
  const faults = [
    ...faultsOf(total, target.scoreMin, comparison),
    ...leftOutByComment(mutants).map(({ file, line }) => `${file}:${line} a comment keeps a mutant from running`),
  ];
  const survivors = survivorsOf(mutants, list);
  const { scoreMin } = target;
  const report: Report = { part, sample, scoreMin, score: total.score, faults, files: rows, survivors };
  const path = join(FOLDER, `${nameOf(part)}${sample === null ? '' : '-sample'}.json`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  console.log(tableOf(rows, total, target.folder));
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${mutants.length} mutants in ${minutes.toFixed(1)} minutes; report: ${path}`);
  for (const fault of faults.slice(0, FAULTS_SHOWN_MAX)) console.log(`  ${fault}`);
  if (faults.length > FAULTS_SHOWN_MAX) console.log(`  … and ${faults.length - FAULTS_SHOWN_MAX} more`);
  return faults.length === 0;
}
