import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeFilm, putTestFilm } from '@tercet/dev/films/test-film.ts';
import type { Club } from '../kit/club.ts';
import { joinClub } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// The film library at the console: upload, encoding, publishing, captions, sales and refunds.

const FILM = makeFilm(6);
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:04.000\n<i>Bars</i> that move\n';
const PART_BYTES = 4 * 1_024 * 1_024;

test('a title is made, sent, made ready, captioned, published and bought; finance gives the price back', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await makeClass(cora);
  const title = await makeTitle(cora, 'Bars at noon');
  await expect(cora.getByText('Draft. Members see it once it is published.')).toBeVisible();
  await expectGoodConsole(cora, 'a title without a film');

  await publish(cora);
  await expect(cora.getByText(/^Published. Members see it once a film/).first()).toBeVisible();
  expect((await member.request.get(`/api/videos/${title}`)).status()).toBe(404);
  await choose(cora, cora.getByRole('button', { name: 'Upload film' }), { name: 'noon.mp4', buffer: FILM });
  const row = cora.getByRole('listitem', { name: 'noon.mp4' });
  await expect(row.getByRole('progressbar').or(row.getByText('Ready'))).toBeVisible();
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 90_000 });
  await expect(row.getByText(/This is the current film of the title\.$/)).toBeVisible();
  await expect(cora.getByText('Shown', { exact: true })).toBeVisible();
  expect((await member.request.get(`/api/videos/${title}`)).status()).toBe(200);

  await captioned(cora);
  await expectGoodConsole(cora, 'a title that is shown');
  await cora.goto('/console/videos?filter={"state":"shown"}');
  await expect(cora.getByRole('row').filter({ hasText: 'Bars at noon' })).toContainText('for 24 h');
  await expectGoodConsole(cora, 'the list of titles');

  await buy(member, title);
  const before = await balanceOf(member);
  const finn = await staff('finn');
  await finn.goto('/console/purchases');
  await finn.getByRole('row').filter({ hasText: 'Bars at noon' }).getByRole('button', { name: 'Refund' }).click();
  const form = finn.getByRole('dialog', { name: /^Refund / });
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('The tone was missing.');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(form).toBeHidden();
  await expect(finn.getByRole('row').filter({ hasText: 'Bars at noon' })).toContainText('Refunded');
  await expectGoodConsole(finn, 'the list of purchases');
  expect((await balanceOf(member)) - before).toBe(500n);
  const { items } = await (await member.request.get('/api/me/messages')).json();
  expect(items[0]).toMatchObject({ kind: 'purchase-refunded', params: { name: 'Bars at noon', amountMinor: '500' } });

  await cora.goto(`/console/videos/${title}/show`);
  await cora.getByRole('button', { name: 'Withdraw' }).click();
  const away = cora.getByRole('dialog', { name: 'Withdraw' });
  await away.getByLabel('Reason').fill('Only for the journey.');
  await away.getByRole('button', { name: 'Withdraw' }).click();
  await expect(away).toBeHidden();
  await expect(cora.getByText('Withdrawn. Members cannot see it.')).toBeVisible();
  expect((await member.request.get(`/api/videos/${title}`)).status()).toBe(404);
});

test('a title is previewed as members will see it, with its player, before it is published', async ({
  page: member,
  club,
  staff,
}) => {
  const cora = await staff('cora');
  await haveClass(club);
  const title = await makeTitle(cora, 'Bars at dusk');
  await choose(cora, cora.getByRole('button', { name: 'Upload film' }), { name: 'dusk.mp4', buffer: FILM });
  await expect(cora.getByRole('listitem', { name: 'dusk.mp4' }).getByText('Ready')).toBeVisible({ timeout: 90_000 });
  await cora.getByRole('button', { name: 'Publish' }).click();
  const form = cora.getByRole('dialog', { name: 'Publish' });
  const preview = form.getByRole('region', { name: 'English' });
  await expect(preview).toContainText('Bars at dusk');
  await expect(preview).toContainText('Bars that move, and a tone.');
  await expect(preview).toContainText('for 24 h');
  await expect(preview).toContainText('All ages');
  await expect(preview.locator('img')).toHaveJSProperty('complete', true);
  await expectGoodConsole(cora, 'a title before it is published');
  await preview.getByRole('button', { name: 'Play the beginning' }).click();
  const player = preview.getByLabel('Beginning of the film');
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  await expectGoodConsole(cora, 'a title whose beginning plays');
  expect((await member.request.get(`/api/videos/${title}`)).status()).toBe(404);
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(cora.getByText('Shown', { exact: true })).toBeVisible();
});

test('a large refund waits for another person of finance, and only finance decides on it', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const [title = ''] = await putTestFilm(club, 6, [{ name: 'A dear film', price: 500n }]);
  await buy(member, title, 48);
  // Low enough for this price to need two people.
  await asOwner(club, 'update payments.rule set two_people_from = 500');
  const finn = await staff('finn');
  await finn.goto('/console/purchases');
  const row = finn.getByRole('row').filter({ hasText: 'A dear film' });
  await row.getByRole('button', { name: 'Refund' }).click();
  const form = finn.getByRole('dialog', { name: /^Refund / });
  await form.getByLabel('Reason').fill('It stopped in the middle.');
  await form.getByRole('button', { name: 'Refund' }).click();
  await expect(finn.getByText('Refund proposed. A second person of finance must confirm it')).toBeVisible();
  await expect(row).toContainText('Active');

  const olga = await staff('olga');
  await olga.goto('/console/proposals');
  await olga.getByRole('link', { name: 'Video refund' }).click();
  await expect(olga.getByText('It stopped in the middle.')).toBeVisible();
  await expect(olga.getByRole('button', { name: /Confirm|Decline/ })).toHaveCount(0);

  const greta = await staff('greta');
  await greta.goto(olga.url());
  await expectGoodConsole(greta, 'a refund that is proposed');
  await greta.getByRole('button', { name: 'Confirm' }).click();
  const decision = greta.getByRole('dialog', { name: 'Confirm proposal' });
  await expect(decision.getByText(/^The price returns to the balance immediately/)).toBeVisible();
  await decision.getByLabel('Reason').fill('I saw it stop, too.');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await expect(decision).toBeHidden();
  await greta.getByRole('link', { name: 'Video purchases' }).last().click();
  await expect(greta.getByRole('row').filter({ hasText: 'A dear film' })).toContainText('Refunded');
  const { items } = await (await member.request.get('/api/me/messages')).json();
  expect(items[0]).toMatchObject({ kind: 'purchase-refunded' });
  await asOwner(club, 'update payments.rule set two_people_from = 2000000');
});

test.describe('an upload of a film', () => {
  // The page closes while a part is being uploaded.
  test.use({ lineMayBreak: true });

  test('continues after a reload, with the same file and no other', async ({ club, staff }) => {
    const cora = await staff('cora');
    await haveClass(club);
    await makeTitle(cora, 'A long film');
    const whole = padded(FILM, 2 * PART_BYTES + 1_000);
    let sent = 0;
    await cora.route('**/api/console/films/*/parts?*', async (route) => {
      sent += 1;
      if (sent === 1) await route.continue();
    });
    await choose(cora, cora.getByRole('button', { name: 'Upload film' }), { name: 'long.mp4', buffer: whole });
    const row = cora.getByRole('listitem', { name: 'long.mp4' });
    await expect(row.getByText('4.2 MB of 8.4 MB uploaded')).toBeVisible();
    await row.getByRole('button', { name: 'Pause' }).click();
    await expect(row.getByRole('button', { name: 'Resume' })).toBeVisible();
    await expectGoodConsole(cora, 'a film that is paused');

    await cora.unrouteAll({ behavior: 'ignoreErrors' });
    await cora.reload();
    const again = row.getByRole('button', { name: 'Choose same file' });
    await choose(cora, again, { name: 'other.mp4', buffer: whole });
    await expect(row.getByText(/^This is another file/)).toBeVisible();
    await choose(cora, again, { name: 'long.mp4', buffer: FILM });
    await expect(row.getByText(/^This is another file/)).toBeVisible();
    const offsets: string[] = [];
    cora.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/parts')) offsets.push(searchParams.get('offset') ?? '');
    });
    await choose(cora, again, { name: 'long.mp4', buffer: whole });
    await expect(row.getByText('Ready')).toBeVisible({ timeout: 90_000 });
    expect(offsets).toEqual([String(PART_BYTES), String(2 * PART_BYTES)]);
  });
});

test('a file that is no film fails with a clear text, and is removed', async ({ club, staff }) => {
  const cora = await staff('cora');
  await haveClass(club);
  await makeTitle(cora, 'No film');
  const hostile = Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n');
  await choose(cora, cora.getByRole('button', { name: 'Upload film' }), { name: 'list.mp4', buffer: hostile });
  const row = cora.getByRole('listitem', { name: 'list.mp4' });
  await expect(row.getByText(/^This file has no readable film/)).toBeVisible({ timeout: 60_000 });
  await expectGoodConsole(cora, 'a film that failed');
  await row.getByRole('button', { name: 'Remove' }).click();
  await cora.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click();
  await expect(cora.getByText('No film yet.')).toBeVisible();
});

test('the terms of videos are changed by one role and stored, and read by the others', async ({ staff }) => {
  const cora = await staff('cora');
  await cora.goto('/console/video-terms');
  await cora.getByRole('button', { name: 'Change terms' }).click();
  const form = cora.getByRole('dialog', { name: 'Change terms' });
  await form.getByLabel('Start point in seconds').fill('20');
  await form.getByLabel('Reason').fill('Shorter openings');
  await expectGoodConsole(cora, 'terms that are changed');
  await form.getByRole('button', { name: 'Publish terms' }).click();
  await expect(form).toBeHidden();
  await expect(cora.getByRole('region', { name: 'In force' })).toContainText('20 s');

  const ada = await staff('ada');
  await ada.goto('/console/video-terms');
  await expect(ada.getByRole('region', { name: 'In force' })).toContainText('20 s');
  await expect(ada.getByRole('button', { name: 'Change terms' })).toHaveCount(0);
  await ada.goto('/console/videos/create');
  await expect(heading(ada, 'Page not found')).toBeVisible();
  await ada.goto('/console/video-classes');
  await expect(heading(ada, 'Video classes')).toBeVisible();
  await expect(ada.getByRole('button', { name: 'New class' })).toHaveCount(0);
});

/** Chooses a file through the browser's file dialog. */
async function choose(page: Page, button: Locator, file: { name: string; buffer: Buffer }): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles({ mimeType: 'video/mp4', ...file });
}

async function makeClass(page: Page): Promise<void> {
  await page.goto('/console/video-classes');
  await page.getByRole('button', { name: 'New class' }).click();
  const form = page.getByRole('dialog', { name: 'New class' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^Enter a name/)).toBeVisible();
  await form.getByLabel('Name').fill('Bars');
  await form.getByLabel('Slug').fill('bars');
  await form.getByLabel('Position').fill('900');
  await expectGoodConsole(page, 'a class that is made');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'bars' })).toContainText('Shown');
  await expectGoodConsole(page, 'the list of classes');
}

/** A class for these journeys' titles, whichever runs first. */
async function haveClass(club: Club): Promise<void> {
  await asOwner(
    club,
    `insert into video.class (id, slug, position, texts) values ('${randomUUID()}', 'journeys', 901, '{"en": {"name": "Journeys"}}')
     on conflict do nothing`,
  );
}

/** Creates a draft sold for 5 credits a day in the first class. Returns its id. */
async function makeTitle(page: Page, name: string): Promise<string> {
  await page.goto('/console/videos/create');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Choose a class/)).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Bars that move, and a tone.');
  await page.getByRole('combobox', { name: 'Class' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option', { name: 'Purchase' }).click();
  await page.getByLabel('Price').fill('5');
  await page.getByLabel('Hours').fill('24');
  await expect(page.getByRole('region', { name: 'Member preview' })).toContainText('for 24 h');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(heading(page, name)).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-2) ?? '';
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click();
  const form = page.getByRole('dialog', { name: 'Publish' });
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form).toBeHidden();
}

async function captioned(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add captions' }).click();
  const form = page.getByRole('dialog', { name: 'Add captions' });
  const file = form.getByRole('button', { name: 'Choose file' });
  await choose(page, file, { name: 'en.vtt', buffer: Buffer.from(CAPTIONS.replace('00:04', '99:04')) });
  await form.getByRole('button', { name: 'Save captions' }).click();
  await expect(form.getByText(/invalid time.*\(line 3\)/)).toBeVisible();
  await expectGoodConsole(page, 'captions that are refused');
  await choose(page, file, { name: 'en.vtt', buffer: Buffer.from(CAPTIONS) });
  await expect(form.getByLabel('Text')).toHaveValue(CAPTIONS);
  await form.getByRole('button', { name: 'Save captions' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('list', { name: 'Captions' })).toContainText('English');
}

async function buy(member: Page, titleId: string, hours = 24): Promise<void> {
  const answer = await member.request.post(`/api/videos/${titleId}/purchases`, {
    data: { priceMinor: '500', hours },
    headers: { ...(await pageHeaders(member)), 'idempotency-key': randomUUID() },
  });
  expect(answer.status()).toBe(201);
}

async function balanceOf(member: Page): Promise<bigint> {
  return BigInt((await (await member.request.get('/api/me')).json()).availableMinor);
}

/** The same film, padded with a box that players skip. */
function padded(film: Buffer, bytes: number): Buffer {
  const box = Buffer.alloc(bytes - film.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([film, box]);
}
