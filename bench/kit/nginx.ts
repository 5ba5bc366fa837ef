import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** This machine's nginx or the one named by `TERCET_NGINX`; null without one. */
export function findNginx(): string | null {
  const named = process.env.TERCET_NGINX;
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((one) => join(one, 'nginx')).find((file) => existsSync(file)) ?? null;
}

/** The head of every configuration: one worker, as the server is one process, and files in its folder. */
export function nginxHead(folder: string): string {
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/nginx.log;`;
}

/** Folders for temporary files, for the block `http`. */
export function nginxFolders(folder: string): string {
  return `
      client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
      uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;`;
}

/** Runs until SIGTERM. Resolves when it answers on the port. */
export async function startNginx(nginx: string, folder: string, config: string, port: number): Promise<ChildProcess> {
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  const child = spawn(nginx, ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'inherit' });
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer !== null) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGTERM');
  throw new Error('nginx did not start');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
