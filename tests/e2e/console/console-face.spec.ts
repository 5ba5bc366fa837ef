import { menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { drawnPng } from '../pages/drawn-png.ts';

// Name, accents and logo of the house: an owner previews and publishes them, and members see them without a rebuild.

test('a weak accent is refused with a better one; name, accent and logo reach the members’ app', async ({
  page: visitor,
  staff,
}) => {
  const olga = await staff('olga');
  await (await menuLink(olga, 'Name and look')).click();
  const light = olga.getByRole('textbox', { name: 'Accent, light theme' });
  await expect(light).toHaveValue('#0e6e63');
  const save = olga.getByRole('button', { name: 'Preview and publish' });
  await light.fill('#ffcc00');
  await expect(olga.getByText(/^Its contrast is 1\.2 : 1 in the light theme\. Text needs 4\.5 : 1\./)).toBeVisible();
  await expect(save).toBeDisabled();
  await light.fill('#7a1fa2');
  await olga.getByRole('textbox', { name: 'Accent, dark theme' }).fill('#d9a6f0');
  await olga.getByRole('textbox', { name: 'Name', exact: true }).fill('Orkhon Club');
  await olga.locator('input[type="file"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(olga.getByText(/^This picture cannot be read/)).toBeVisible();
  await olga.locator('input[type="file"]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await drawnPng(olga, { colour: '#ae2f1d', width: 300, height: 300 }),
  });
  await expect(olga.getByText('App icon of Orkhon Club')).toBeVisible();
  await expectGoodConsole(olga, 'the face of the house');
  await save.click();
  const form = olga.getByRole('dialog', { name: 'Preview and publish' });
  await expect(form.getByText('Orkhon Club').first()).toBeVisible();
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  expect((await (await visitor.request.get('/api/house')).json()).name).toBe('Tercet');
  await form.getByLabel('Reason').fill('As the owners agreed');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form).toBeHidden();

  await expect.poll(async () => (await (await visitor.request.get('/api/house')).json()).name).toBe('Orkhon Club');
  await visitor.goto('/Home');
  await expect(visitor).toHaveTitle('Home · Orkhon Club');
  await expect(visitor.getByText('Orkhon Club').first()).toBeVisible();
  await expect(visitor.locator('img[src^="/api/face/logos/"]').first()).toBeVisible();
  const accent = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--verdigris').trim());
  expect(await accent()).toBe('#7a1fa2');
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(accent).toBe('#d9a6f0');
  const manifest = await (await visitor.request.get('/api/face/manifest')).json();
  expect(manifest).toMatchObject({ name: 'Orkhon Club', theme_color: '#7a1fa2' });
  expect((await visitor.request.get(manifest.icons[0].src)).headers()['content-type']).toBe('image/png');
});
