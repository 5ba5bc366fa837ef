/** Rows in one append-only file. A killed process loses nothing that it has answered for. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

interface Line {
  table: string;
  id: string;
  row: unknown;
}

export interface Journal<Tables extends object> {
  get<Name extends keyof Tables & string>(table: Name, id: string): Tables[Name] | null;
  all<Name extends keyof Tables & string>(table: Name): Tables[Name][];
  /** Writes a row, replacing one with the same id. */
  put<Name extends keyof Tables & string>(table: Name, id: string, row: Tables[Name]): void;
  close(): void;
}

const FILE = 'sandbox.jsonl';
const OWNER_ONLY = 0o600;

/** Reads the folder's file, creating it if needed, and compacts it to the last version of each row. */
export function openJournal<Tables extends object>(dataDir: string): Journal<Tables> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const tables = new Map<string, Map<string, unknown>>();
  for (const { table, id, row } of linesOf(path)) tableOf(table).set(id, row);
  rewrite();
  const file = openSync(path, 'a', OWNER_ONLY);

  function tableOf(name: string): Map<string, unknown> {
    const table = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, table);
    return table;
  }

  function rewrite(): void {
    const lines = [...tables].flatMap(([table, rows]) => [...rows].map(([id, row]) => lineOf({ table, id, row })));
    writeFileSync(`${path}.new`, lines.join(''), { mode: OWNER_ONLY, flush: true });
    renameSync(`${path}.new`, path);
  }

  return {
    get: <Name extends keyof Tables & string>(table: Name, id: string) =>
      (tableOf(table).get(id) as Tables[Name] | undefined) ?? null,
    all: <Name extends keyof Tables & string>(table: Name) => [...tableOf(table).values()] as Tables[Name][],
    put(table, id, row) {
      writeSync(file, lineOf({ table, id, row }));
      tableOf(table).set(id, row);
    },
    close: () => closeSync(file),
  };
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** The last line may be incomplete after a crash of the machine. */
function linesOf(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Line);
}
