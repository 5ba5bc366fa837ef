import { beforeEach, expect, it, vi } from 'vitest';
import { countVisit, dismissInstallOffer, followInstallOffer, hasInstallOffer, install } from './install-offer.ts';

const page = new EventTarget();
followInstallOffer(page);

class FakeStorage {
  private readonly texts = new Map<string, string>();
  get length(): number {
    return this.texts.size;
  }
  key = (index: number) => [...this.texts.keys()][index] ?? null;
  getItem = (name: string) => this.texts.get(name) ?? null;
  setItem = (name: string, value: string) => void this.texts.set(name, value);
  removeItem = (name: string) => void this.texts.delete(name);
}

const newTab = () => vi.stubGlobal('sessionStorage', new FakeStorage());

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  newTab();
  page.dispatchEvent(new Event('appinstalled'));
});

function offer() {
  const prompt = vi.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  page.dispatchEvent(event);
  return { prompt, isHeldBack: event.defaultPrevented };
}

it('the offer waits for the second visit of a member, and a visit counts once per tab', () => {
  expect(offer().isHeldBack).toBe(true);
  expect(hasInstallOffer()).toBe(false);
  countVisit();
  countVisit();
  expect(hasInstallOffer()).toBe(false);
  newTab();
  countVisit();
  expect(hasInstallOffer()).toBe(true);
});

it('a member who dismisses it never sees it again', () => {
  for (const _ of [1, 2]) {
    newTab();
    countVisit();
  }
  offer();
  dismissInstallOffer();
  newTab();
  countVisit();
  offer();
  expect(hasInstallOffer()).toBe(false);
});

it('the browser asks once, after the member’s own tap', async () => {
  for (const _ of [1, 2]) {
    newTab();
    countVisit();
  }
  const { prompt } = offer();
  expect(prompt).not.toHaveBeenCalled();
  await install();
  await install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(hasInstallOffer()).toBe(false);
});

it('a browser that offers nothing, or stores nothing, gets no offer', () => {
  countVisit();
  newTab();
  countVisit();
  expect(hasInstallOffer()).toBe(false);
  vi.stubGlobal('localStorage', null);
  offer();
  expect(hasInstallOffer()).toBe(false);
});
