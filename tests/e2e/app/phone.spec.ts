import type { Page } from '@playwright/test';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import * as player from '../pages/player.ts';
import { letFirstDrawCome } from '../pages/proofs.ts';

// Phone features: vibration, sound, wake lock, back button and sharing.

/** Calls of the page to the phone, in order. */
interface PhoneCalls {
  shakes: number[];
  sounds: number;
  wakes: string[];
  watchers: { requestClose(): void }[];
  shared: { title?: string; url?: string }[];
}
declare global {
  interface Window {
    asked: PhoneCalls;
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const requested: PhoneCalls = { shakes: [], sounds: 0, wakes: [], watchers: [], shared: [] };
    window.asked = requested;
    navigator.vibrate = (pattern) => {
      requested.shakes.push(Number(pattern));
      return true;
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      requested.sounds += 1;
      start.apply(this, when);
    };
    const request = async () => {
      requested.wakes.push('held');
      return { release: async () => void requested.wakes.push('released') };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    const { CloseWatcher } = window as unknown as { CloseWatcher: new () => PhoneCalls['watchers'][number] };
    Object.assign(window, {
      CloseWatcher: class extends CloseWatcher {
        constructor() {
          super();
          requested.watchers.push(this);
        }
      },
    });
    navigator.share = async (data) => void requested.shared.push({ title: data?.title ?? '', url: data?.url ?? '' });
  });
});

const requestedOne = (page: Page): Promise<Pick<PhoneCalls, 'shakes' | 'sounds' | 'wakes' | 'shared'>> =>
  page.evaluate(() => ({ ...window.asked, watchers: [] }));

test('chips vibrate, and dice and stamps sound, only for members who switched it on', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  const five = page.getByRole('radio', { name: '5.00 credits per bet', exact: true });
  await five.click();
  await expect(five).toBeChecked();
  expect(await requestedOne(page)).toMatchObject({ shakes: [], sounds: 0 });

  await page.goto('/Setting');
  const [touch, sound] = ['Vibration', 'Sound'].map((name) => page.getByRole('switch', { name }));
  if (touch === undefined || sound === undefined) throw new Error('two switches');
  await expect(touch).not.toBeChecked();
  await expect(sound).not.toBeChecked();
  await expectGoodLook(page, '/Setting');
  await touch.click();
  await sound.click();
  await page.reload();
  await expect(touch).toBeChecked();
  await expect(sound).toBeChecked();

  await table.openTable(page);
  await page.getByRole('radio', { name: '10.00 credits per bet', exact: true }).click();
  await expect.poll(async () => (await requestedOne(page)).sounds).toBe(1);
  expect((await requestedOne(page)).shakes).toEqual([8]);
  const period = await table.openPeriod(page);
  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  // One for each turn of the dice, and the stamp.
  await expect.poll(async () => (await requestedOne(page)).sounds).toBeGreaterThan(4);
  await expect.poll(async () => (await requestedOne(page)).shakes).toContain(22);
});

test('the back key of the phone closes a sheet, and leaves the page where it is', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  const back = () => page.evaluate(() => window.asked.watchers.at(-1)?.requestClose());
  const past = table.sheet(page, 'Past draws');
  const open = page.getByRole('button', { name: 'Past draws' });
  await open.click();
  await expect(past).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await back();
  await expect(past).toBeHidden();
  await expect(open).toBeFocused();
  await expect(page).toHaveURL(/\/Lottery/);
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('the screen stays on while a film plays, and no longer', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'tides');
  await player.expectPlaying(page, player.START_SECONDS);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect((await requestedOne(page)).wakes).toEqual(['held']);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await requestedOne(page)).wakes).toEqual(['held', 'released']);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await requestedOne(page)).wakes).toEqual(['held', 'released', 'held']);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(async () => (await requestedOne(page)).wakes).toEqual(['held', 'released', 'held', 'released']);
});

test('a film and the check of a draw can be shared; the check of a bet cannot', async ({ page, club }) => {
  await player.openFilm(page, club, 'tides');
  await page.getByRole('button', { name: 'Share' }).click();
  const { shared } = await requestedOne(page);
  expect(shared).toEqual([
    { title: player.nameOf('tides'), url: expect.stringMatching(/\/PlayVideo\?id=[0-9a-f-]+$/) },
  ]);

  await page.goto('/Verify');
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await letFirstDrawCome(page);
  await page.getByRole('link', { name: /Half Minute \d+ Dice/ }).click();
  await page.evaluate(() => Reflect.set(navigator, 'share', undefined));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share this result' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share this result' });
  await expect(sheet.getByRole('img', { name: /^Picture of the result: Half Minute/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save picture' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^dice-30-\d+\.png$/);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.goto(`/Verify?slip=${crypto.randomUUID()}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
});
