import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { openWebPush } from './push.ts';

test('the house’s keys are made once, by whichever process is first, and are for the server alone', async () => {
  const folder = temporaryFolder('tercet-vapid-');
  const options = { keysDir: folder.path, subject: 'https://tercet.example' };
  const senders = await Promise.all(Array.from({ length: 5 }, () => openWebPush(options)));
  senders.push(await openWebPush(options));
  expect(new Set(senders.map(({ publicKey }) => publicKey)).size).toBe(1);
  const path = join(folder.path, 'vapid-keys.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, 'utf8')).publicKey).toBe(senders[0]?.publicKey);
  folder.remove();
});
