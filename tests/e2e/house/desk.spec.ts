import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { drawnPng } from '../pages/drawn-png.ts';
import { expectGoodLook } from '../pages/look.ts';
import { staffOf } from '../pages/money-out.ts';

// A support conversation: live in both directions, with files, and over a bad connection.

/** The staff's side, by API. */
async function desk(club: Club, member: Page, house: Page) {
  const { id: memberId } = await (await member.request.get('/api/me')).json();
  const sara = await staffOf(club, house, 'sara');
  const { items } = await (await member.request.get('/api/me/desk/threads')).json();
  const path = `/api/console/members/${memberId}/desk/${items[0].id}`;
  return {
    id: items[0].id as string,
    post: async (act: string, body: object = {}) => {
      const answer = await sara.post(`${path}/${act}`, body);
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    read: async () => (await sara.get(path)).json(),
  };
}

async function begin(page: Page, words: string): Promise<void> {
  await page.goto('/ServicePage');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/ServicePage\?id=[0-9a-f-]{36}$/);
}

const entries = (page: Page) => page.getByRole('list', { name: 'Conversation' }).getByRole('listitem');

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** A one-page PDF, optionally with a script that readers would run. */
function pdf(withScript: boolean): Buffer {
  const script = withScript ? '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' : '';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${script}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 4\n0000000000 65535 f \n${places.join('')}${trailer}`);
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Attach a picture or PDF')
    .setInputFiles({ name, buffer, mimeType: name.endsWith('pdf') ? 'application/pdf' : 'image/png' });
}

test('a visitor sees the desk’s hours and payment methods, and signs in to write', async ({ page }) => {
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { level: 2, name: / support$/ })).toBeVisible();
  await expect(page.getByText('Nobody at the club asks you for money')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment methods' })).toBeVisible();
  await expectGoodLook(page, 'the service card');
  await page.getByRole('link', { name: 'Sign in to contact support' }).click();
  await expect(page).toHaveURL(/\/Login\?to=%2FServicePage/);
});

test('a conversation is live both ways: messages, typing, read marks', async ({ page, club, newPhone }) => {
  await joinClub(page, club);
  await page.goto('/ServiceOnline');
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expectGoodLook(page, 'no conversations');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription(/Enter a message/);
  await expectGoodLook(page, 'a conversation to begin, with a fault');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I top up?');
  await page.getByRole('button', { name: 'A payment' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(entries(page)).toHaveCount(1);
  await expect(entries(page).first()).toContainText('Sent');

  const house = await newPhone();
  const there = await desk(club, page, house);
  await there.post('read', { upTo: 1 });
  await expect(entries(page).first()).toContainText('Read');
  await there.post('typing');
  await expect(page.getByText('Support is typing …')).toBeVisible();
  await there.post('answer', { words: 'Under Mine, by the button that says it.' });
  await expect(entries(page).nth(1)).toContainText('Under Mine');
  await expect(entries(page).nth(1)).toContainText('Support');
  await expect(page.getByText('Support is typing …')).toBeHidden();
  // Read, and the staff's side knows.
  await expect.poll(async () => (await there.read()).memberRead).toBe(2);
  await expectGoodLook(page, 'a conversation');

  await page.goto('/Mine');
  await there.post('answer', { words: 'Is there anything else?' });
  const support = page.getByRole('link', { name: /^Support/ });
  await expect(support).toContainText('1');
  await support.click();
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expect(page.getByRole('link', { name: /A payment/ })).toContainText('1 unread');
  await expectGoodLook(page, 'conversations');
  await page.getByRole('link', { name: /A payment/ }).click();
  await expect(entries(page)).toHaveCount(3);

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save conversation' }).click(),
  ]);
  const text = await saved.createReadStream().then(async (stream) => {
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts).toString('utf8');
  });
  expect(text).toMatch(/Where do I top up\?[\s\S]*Under Mine[\s\S]*Is there anything else\?/);
  await page.getByRole('button', { name: 'Close conversation' }).click();
  await expect(page.getByText('You closed this conversation.')).toBeVisible();
  await say(page, 'One more thing.');
  await expect(page.getByText('You closed this conversation.')).toBeHidden();
  await expect(entries(page)).toHaveCount(4);
});

test('pictures and PDFs can be attached; active files are refused with a text', async ({ page, club }) => {
  await joinClub(page, club);
  await begin(page, 'I have a receipt.');
  await expect(entries(page).first()).toContainText('Sent');
  await send(page, 'receipt.png', await drawnPng(page, { colour: 'teal', width: 300, height: 200 }));
  const shown = page.getByRole('link', { name: 'Picture: receipt.webp' });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await send(page, 'receipt.pdf', pdf(false));
  await expect(page.getByRole('link', { name: /receipt\.pdf/ })).toBeVisible();
  await send(page, 'evil.pdf', pdf(true));
  await expect(page.getByRole('alert')).toContainText('PDFs with links, actions or embedded files are refused');
  await expectGoodLook(page, 'files in a conversation, one refused');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(entries(page)).toHaveCount(3);
  await send(page, 'page.png', Buffer.from('<html><script>alert(1)</script></html>'));
  await expect(page.getByRole('alert')).toBeVisible();
  await send(page, 'large.png', Buffer.alloc(5_000_000));
  await expect(page.getByText('This file is larger than 4 MB')).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ lineMayBreak: true });

  test('messages wait, survive a reload, and are sent once', async ({ page, club, context }) => {
    await joinClub(page, club);
    await begin(page, 'First words.');
    await expect(entries(page).first()).toContainText('Sent');
    await page.route('**/api/me/desk/threads/*/words', (route) => route.abort());
    await say(page, 'Written under way.');
    await expect(entries(page).nth(1)).toContainText('Waiting for a connection');
    await expectGoodLook(page, 'words that wait');
    await page.reload();
    await expect(entries(page).nth(1)).toContainText('Written under way.');
    await page.unroute('**/api/me/desk/threads/*/words');
    await context.setOffline(true);
    await say(page, 'And more.');
    await expect(entries(page)).toHaveCount(3);
    await context.setOffline(false);
    await expect(entries(page).nth(2)).toContainText('Sent', { timeout: 20_000 });
    await expect(page.getByText('Waiting for a connection')).toBeHidden();
    const { items } = await (await page.request.get('/api/me/desk/threads')).json();
    const thread = await (await page.request.get(`/api/me/desk/threads/${items[0].id}`)).json();
    expect(thread.said.map(({ words }: { words: string }) => words)).toEqual([
      'First words.',
      'Written under way.',
      'And more.',
    ]);
  });

  test('a conversation that could not be opened is opened later, once', async ({ page, club }) => {
    await joinClub(page, club);
    // The message is accepted, but the answer is lost.
    let lost = 0;
    await page.route('**/api/me/desk/threads', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await begin(page, 'Is anybody there?');
    await expect(entries(page).first()).toContainText('Sent', { timeout: 20_000 });
    const { total } = await (await page.request.get('/api/me/desk/threads')).json();
    expect(total).toBe(1);
  });
});

test('a foreign page is shown in a frame that cannot navigate, and is marked; the desk is one tap away', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  const outside = 'https://help.example/desk';
  await asOwner(
    club,
    `insert into house.service (version, open, hours, url, texts, set_by)
     select coalesce(max(version), 0) + 1, true, '24/7', '${outside}', '{}', gen_random_uuid() from house.service`,
  );
  try {
    await page.route('https://help.example/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<title>Help</title><p>Write to us</p>',
      }),
    );
    // The policy follows the house's setting without a restart.
    await expect
      .poll(async () => (await page.request.get('/ServicePage')).headers()['content-security-policy'])
      .toContain('https://help.example');
    await page.goto('/ServicePage');
    const frame = page.getByTitle('Support at help.example, outside the club');
    await expect(frame).toBeVisible();
    await expect(frame.contentFrame().getByText('Write to us')).toBeVisible();
    await expect(page.getByText('This page does not belong to the club:')).toBeVisible();
    // The frame must not navigate the whole page or itself.
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups allow-same-origin');
    await expectGoodLook(page, 'a page of somebody else in a frame');
    await page.getByRole('link', { name: 'The club’s own support' }).click();
    await expect(page.getByText('No conversations yet')).toBeVisible();
  } finally {
    await asOwner(club, "delete from house.service where url like 'https://help.example%'");
  }
});
