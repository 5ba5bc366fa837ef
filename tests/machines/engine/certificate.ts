import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './podman.ts';

/** A key and its self-signed certificate for a host name, made with OpenSSL as `deploy/play.env` says. */
export async function certificateFor(host: string): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-tls-'));
  try {
    const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
    const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', cert];
    const { code, stderr } = await run('openssl', [...made, ...named]);
    if (code !== 0) throw new Error(`openssl failed: ${stderr}`);
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
