/** `node packages/fair/tests/cases/write.ts`: writes the vector files of evidence; needs python3. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceFiles } from './files.ts';

const FOLDER = join(import.meta.dirname, '../../vectors');
const READER = join(import.meta.dirname, '../independent-reader/main.py');

const paths = Object.entries(evidenceFiles()).map(([name, file]) => {
  const path = join(FOLDER, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(file, null, 1)}\n`);
  return path;
});
const { status } = spawnSync('python3', [READER, 'expect', ...paths], { stdio: 'inherit' });
process.exitCode = status ?? 1;
