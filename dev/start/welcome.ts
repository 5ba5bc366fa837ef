import type { Demo } from '../play-house/play-house.ts';

export interface Opened {
  address: string;
  dataDir: string;
  demo: Demo | null;
  sandboxUrl: string | null;
}

/** The lines that `npm start` prints when the club is open. */
export function welcome({ address, dataDir, demo, sandboxUrl }: Opened): string {
  const lines = [`Tercet is open: ${address}`];
  for (const { userName, password } of demo?.members ?? []) lines.push(`  sign in    ${userName} / ${password}`);
  // Browsers offer passkeys only to a host name, not to an IP address.
  if (demo) lines.push(`  console    ${address.replace('//127.0.0.1:', '//localhost:')}/console`);
  for (const { name, role, password } of demo?.staff ?? [])
    lines.push(`  staff      ${name} / ${password}   (${role})`);
  if (demo) lines.push(`  invite     ${demo.inviteCode}   (to register)`);
  lines.push(`  data       ${dataDir}`);
  if (demo) lines.push('  money      play credits, without any value');
  if (sandboxUrl) lines.push(`  payments   pretended, by ${sandboxUrl}`);
  lines.push('Ctrl-C stops it.');
  return lines.join('\n');
}
