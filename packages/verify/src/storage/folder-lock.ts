import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './disk.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Locks a folder for this process. The lock is a socket name, which the system gives to one process and releases when
 * that process ends. `program` is what may use the folder once, such as "witness". Throws a `StartFailure` while
 * another process holds it.
 */
export async function lockFolder(folder: string, program: string): Promise<{ release(): void }> {
  const server = createServer((socket) => socket.destroy());
  const name = lockName(realpathSync(folder), program);
  try {
    await listen(server, name);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const remedy = name.endsWith('.sock') ? ` If none is, remove ${name}.` : '';
    throw new StartFailure(`Another ${program} is using ${folder}.${remedy}`);
  }
  server.unref();
  return { release: () => server.close() };
}

/**
 * The socket's name. On Linux and Windows it leaves nothing behind. Elsewhere a killed process leaves a file, which the
 * operator must delete.
 */
function lockName(path: string, program: string): string {
  const name = `tercet-${program}-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(name, resolve);
  });
}
