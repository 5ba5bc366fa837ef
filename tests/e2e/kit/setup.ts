import { buildConsole } from '@tercet/dev/pages/console-app.ts';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from './browser.ts';

/** Unpacks the browser before the journeys, so that none spends its own time on it. */
export default async function setup(): Promise<void> {
  await launchOptions();
  await buildMemberApp();
  await buildConsole();
}
