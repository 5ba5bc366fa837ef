import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './disk.ts';
import { StartFailure } from './start-failure.ts';

/**
 * Keeps a folder for this process. The lock is a name to listen on that the system gives to one process and takes back
 * when that one ends, however it ends. Throws a `StartFailure` while another process has it.
 */
export async function lockFolder(folder: string): Promise<{ release(): void }> {
  const server = createServer((socket) => socket.destroy());
  const name = lockName(realpathSync(folder));
  try {
    await listen(server, name);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    const remedy = name.endsWith('.sock') ? ` If none is, remove ${name}.` : '';
    throw new StartFailure(`Another witness is using ${folder}.${remedy}`);
  }
  server.unref();
  return { release: () => server.close() };
}

/** On Linux and Windows such names leave nothing behind; elsewhere a killed witness leaves a file to remove by hand. */
function lockName(path: string): string {
  const name = `tercet-witness-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(server: Server, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(name, resolve);
  });
}
