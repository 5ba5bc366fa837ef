import { menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Logos of payment methods: edited at the console, visible to everyone.

test('a payment logo is added, refused with an account in its name, given a picture, and hidden', async ({
  page: visitor,
  staff,
}) => {
  const shown = async () => {
    const { items } = await (await visitor.request.get('/api/payment-logos')).json();
    return (items as { name: string; picture: { kind: string } }[]).map(
      ({ name, picture }) => `${name} ${picture.kind}`,
    );
  };
  const cora = await staff('cora');
  await (await menuLink(cora, 'Payment logos')).click();
  await expect(cora.getByRole('row').filter({ hasText: 'Sandbox Card' })).toContainText('Card symbol');
  await cora.getByRole('button', { name: 'New payment logo' }).click();
  const form = cora.getByRole('dialog');
  await form.getByLabel('Name').fill('Pay DE89 3704 0044 0532 0130 00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/cannot contain bank accounts/)).toBeVisible();
  await form.getByLabel('Name').fill('Orkhon Pay');
  const text = await cora.evaluate(() => document.createElement('canvas').toDataURL('image/png'));
  await form.locator('input[type="file"]').setInputFiles({
    name: 'orkhon.png',
    mimeType: 'image/png',
    buffer: Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'),
  });
  await expectGoodConsole(cora, 'a payment logo');
  await form.getByRole('button', { name: 'Save' }).click();
  const row = cora.getByRole('row').filter({ hasText: 'Orkhon Pay' });
  await expect(row.getByRole('img', { name: 'Own picture' })).toBeVisible();
  await expectGoodConsole(cora, 'the payment logos');
  expect(await shown()).toContain('Orkhon Pay own');
  await cora.getByRole('button', { name: 'Change Orkhon Pay' }).click();
  await form.getByLabel('Hide').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Hidden');
  expect(await shown()).not.toContain('Orkhon Pay own');
});
