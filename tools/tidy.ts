import { join } from 'node:path';
import { BUCKET_RULES } from './tidy/bucket-rules.ts';
import { CODE_RULES } from './tidy/code-rules.ts';
import { CONSOLE_RULES } from './tidy/console-rules.ts';
import { DOCUMENT_RULES } from './tidy/document-rules.ts';
import { JOURNEY_RULES } from './tidy/journey-rules.ts';
import { LOCALE_RULES } from './tidy/locale-rules.ts';
import { MEMBER_RULES } from './tidy/member-rules.ts';
import { PATTERN_RULES } from './tidy/pattern-rules.ts';
import { REPOSITORY_RULES } from './tidy/repository-rules.ts';
import { readSources } from './tidy/source-files.ts';
import { SQL_RULES } from './tidy/sql-rules.ts';

// node tools/tidy.ts: the project's own rules, each with its reason and what to do instead.

const RULES = [
  ...BUCKET_RULES,
  ...CODE_RULES,
  ...JOURNEY_RULES,
  ...MEMBER_RULES,
  ...CONSOLE_RULES,
  ...LOCALE_RULES,
  ...PATTERN_RULES,
  ...REPOSITORY_RULES,
  ...DOCUMENT_RULES,
  ...SQL_RULES,
];
const FINDINGS_SHOWN_MAX = 20;

const files = readSources(join(import.meta.dirname, '..'));
for (const rule of RULES) {
  const findings = rule.find(files);
  if (findings.length === 0) continue;
  process.exitCode = 1;
  console.log(`${rule.name}: ${rule.why} Instead: ${rule.instead}.`);
  for (const { path, line, what } of findings.slice(0, FINDINGS_SHOWN_MAX)) {
    console.log(`  ${path}${line === undefined ? '' : `:${line}`}${what === undefined ? '' : `  ${what}`}`);
  }
  if (findings.length > FINDINGS_SHOWN_MAX) console.log(`  … and ${findings.length - FINDINGS_SHOWN_MAX} more`);
}
