import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Club } from './club.ts';

const SQL = join(import.meta.dirname, '../../../dev/sql.ts');

/** Runs SQL as the schema's owner, who may write anywhere. */
export async function asOwner({ ownerUrl }: Club, query: string): Promise<void> {
  const { PATH, HOME } = process.env;
  await promisify(execFile)(process.execPath, [SQL, query], { env: { PATH, HOME, DATABASE_URL: ownerUrl } });
}
