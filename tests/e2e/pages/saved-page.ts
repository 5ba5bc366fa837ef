import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { expect } from '../kit/fixtures.ts';
import { field } from './forms.ts';

/** The saved verifier page. `asked`: addresses that it requested. */
export interface SavedPage {
  alone: Page;
  asked: readonly string[];
  remove(): void;
}

/** Opens the page from disk in an offline browser that records its requests. */
export async function openAlone(newPhone: () => Promise<Page>): Promise<SavedPage> {
  const folder = temporaryFolder('tercet-alone-');
  const path = join(folder.path, 'verifier.html');
  copyFileSync(join(await buildMemberApp(), 'verifier.html'), path);
  const alone = await newPhone();
  const requests: string[] = [];
  noteRequests(alone.context(), requests);
  await alone.context().setOffline(true);
  await alone.goto(pathToFileURL(path).href);
  await expect(alone.getByRole('heading', { level: 1, name: 'Check a draw' })).toBeVisible();
  return { alone, asked: requests, remove: folder.remove };
}

function noteRequests(context: BrowserContext, requests: string[]): void {
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) requests.push(request.url());
  });
}

/** Enters a club's address in the page. */
export async function nameClub(alone: Page, address: string): Promise<void> {
  await alone.context().setOffline(false);
  await alone.getByText('Ask a club, or compare its key').click();
  await field(alone, 'Address of the club').fill(address);
}

/** Checks a draw by its id in the page. */
export async function checkAlone(alone: Page, drawId: string): Promise<void> {
  await field(alone, 'Saved proof, receipt or draw').fill(drawId);
  await alone.getByRole('button', { name: 'Check', exact: true }).click();
}
