import { buildConsole } from '@tercet/dev/pages/console-app.ts';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from './browser.ts';

/** Once before all journeys, so that none of them waits for it within its own time. */
export default async function setup(): Promise<void> {
  await launchOptions();
  await buildMemberApp();
  await buildConsole();
}
