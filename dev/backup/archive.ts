import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';
import { makeFolder } from '../make-folder.ts';
import { type Account, canReach } from '../postgres/account.ts';

/** The WAL archive in a backup folder. PostgreSQL runs its scripts as its own user. */
export interface Archive {
  /** Values for `postgresql.conf` that archive each WAL segment at most a minute after its first byte. */
  keeps: Record<string, string>;
  /** The restore command. `more` names a folder of plain segments that were not archived. */
  fetchCommand(more: string | null): string;
}

/** Interval at which a database with writes archives a segment. It bounds what a restore can lose. */
const ARCHIVE_SECONDS = 60;

const KEEP = `#!/bin/sh
# Called by PostgreSQL (archive_command) for each piece of its log: PATH NAME. A piece is whole on the disk before it
# has its name, and never takes the place of another one.
set -eu
folder="$(dirname "$0")/wal"
to="$folder/$2.gz"
if [ -e "$to" ]; then
  gzip -dc "$to" | cmp -s - "$1" && exit 0
  echo "another $2 is in the archive already" >&2
  exit 1
fi
draft="$folder/.$2.$$"
trap 'rm -f "$draft"' EXIT
gzip -1 -c "$1" > "$draft"
sync "$draft"
ln "$draft" "$to"
sync "$folder"
`;

const FETCH = `#!/bin/sh
# Called by PostgreSQL (restore_command) while it is put back: NAME PATH [FOLDER with pieces that were not kept].
set -eu
from="$(dirname "$0")/wal/$1.gz"
if [ -e "$from" ]; then
  # What is there and cannot be read must not pass for the end of the log: above 125 PostgreSQL stops.
  gzip -dc "$from" > "$2" || exit 126
elif [ -n "\${3:-}" ] && [ -e "$3/$1" ]; then
  cp "$3/$1" "$2"
else
  exit 1
fi
`;

/** Prepares a backup folder for PostgreSQL's user. Throws `StartFailure` when that user cannot reach it. */
export function openArchive(folder: string, account: Account | null): Archive {
  const wal = join(folder, 'wal');
  try {
    makeFolder(folder, 0o711);
    if (!existsSync(wal)) mkdirSync(wal, { mode: 0o700 });
    if (account) chownSync(wal, account.uid, account.gid);
    for (const [name, text] of [
      ['keep-log.sh', KEEP],
      ['fetch-log.sh', FETCH],
    ] as const) {
      writeFileSync(join(folder, `${name}.new`), text, { mode: 0o644 });
      chmodSync(join(folder, `${name}.new`), 0o644);
      renameSync(join(folder, `${name}.new`), join(folder, name));
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The backup folder ${folder} cannot be written to (${code}): choose another one`);
  }
  if (account && !canReach(folder, account)) {
    throw new StartFailure(
      `PostgreSQL runs as user ${account.uid}, who cannot pass through to ${folder}: choose a folder that he can reach`,
    );
  }
  return {
    keeps: {
      archive_command: `/bin/sh ${quoted(join(folder, 'keep-log.sh'))} "%p" "%f"`,
      archive_timeout: `${ARCHIVE_SECONDS}s`,
    },
    fetchCommand: (more) =>
      `/bin/sh ${quoted(join(folder, 'fetch-log.sh'))} "%f" "%p"${more === null ? '' : ` ${quoted(more)}`}`,
  };
}

/** Names of the archived segments, in order. */
export function archivedWalFiles(folder: string): string[] {
  return readdirSync(join(folder, 'wal'))
    .filter((name) => name.endsWith('.gz'))
    .map((name) => name.slice(0, -3))
    .sort();
}

/**
 * Quotes a path for a shell command in `postgresql.conf`: PostgreSQL interprets `%`, and its files interpret
 * backslashes.
 */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'"'"'`).replaceAll('%', '%%')}'`;
}
