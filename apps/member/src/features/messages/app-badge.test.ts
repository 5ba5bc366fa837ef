import { expect, it, vi } from 'vitest';
import { showAppBadge } from './app-badge.ts';

it('the icon shows the number of unread messages, and nothing without any', async () => {
  const on = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
  await showAppBadge(3, on);
  expect(on.setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
  await showAppBadge(0, on);
  expect(on.clearAppBadge).toHaveBeenCalledOnce();
});

it('a browser without badges, or one that refuses, changes nothing', async () => {
  await expect(showAppBadge(3, {})).resolves.toBeUndefined();
  const refuses = async () => {
    throw new DOMException('not installed', 'NotAllowedError');
  };
  await expect(showAppBadge(3, { setAppBadge: refuses })).resolves.toBeUndefined();
});
