import { buildConsole } from '@tercet/dev/pages/console-app.ts';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from './browser.ts';
import { makeClubFolder } from './club-folder.ts';

/** Does once what each journey or club would spend its own time on. Returns the teardown. */
export default async function setup(): Promise<() => void> {
  await launchOptions();
  await buildMemberApp();
  await buildConsole();
  return makeClubFolder();
}
