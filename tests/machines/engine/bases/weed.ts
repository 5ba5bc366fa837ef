#!/usr/bin/env node
// Stands for the program `weed` of SeaweedFS, with the arguments that deploy/compose.yaml gives it. An S3 server of the
// package s3rver stores the objects. `weed shell` creates and lists buckets.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import S3rver from '@20minutes/s3rver';

const [command, ...args] = process.argv.slice(2);
const option = (name: string): string => args.find((arg) => arg.startsWith(`-${name}=`))?.slice(name.length + 2) ?? '';

if (command === 'server') void serve();
else if (command === 'shell') shell(readFileSync(0, 'utf8').trim().split('\n'));
else process.exit(2);

async function serve(): Promise<void> {
  const { identities } = JSON.parse(readFileSync(option('s3.config'), 'utf8')) as {
    identities: { credentials: { accessKey: string }[] }[];
  };
  if (identities[0]?.credentials[0]?.accessKey !== 'S3RVER') throw new Error('s3rver has one fixed key');
  const directory = option('dir');
  const port = Number(option('s3.port'));
  // Buckets are in the path alone: the host name of the service is no bucket.
  const storage = new S3rver({ address: '0.0.0.0', port, directory, silent: true, vhostBuckets: false });
  await storage.run();
  createServer((asked, answer) => {
    if (asked.method === 'PUT') mkdirSync(`${directory}${asked.url}`, { recursive: true });
    answer.end(readdirSync(directory).join('\n'));
  }).listen(9333, '0.0.0.0');
  process.on('SIGTERM', () => process.exit(0));
}

function shell(lines: readonly string[]): void {
  const [, host = '', port] = /^([^:]+):(\d+)$/.exec(option('master') ?? '') ?? [];
  for (const line of lines) {
    const bucket = /^s3\.bucket\.create -name (\S+)$/.exec(line)?.[1];
    const method = bucket === undefined ? 'GET' : 'PUT';
    const asked = request({ host, port, path: `/${bucket ?? ''}`, method }, (answer) => answer.pipe(process.stdout));
    asked.on('error', (error) => console.error(error.message));
    asked.end();
  }
}
