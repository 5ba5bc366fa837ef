import { describe, expect, it } from 'vitest';
import { openPage } from './open-page.ts';

/** A worker scope with pages at these paths; `*` marks the focused one. Records what happens to them. */
function scopeOf(pages: string[], { controlled = true } = {}) {
  const acts: string[] = [];
  const clients = {
    claim: async () => undefined,
    openWindow: async (path: string) => acts.push(`open ${path}`),
    matchAll: async () =>
      pages.map((page) => {
        const path = page.replace('*', '');
        const client = {
          url: `https://club.example${path}`,
          focused: page.startsWith('*'),
          focus: async () => {
            acts.push(`focus ${path}`);
            return client;
          },
          navigate: async (to: string) => {
            if (!controlled) throw new TypeError('not mine');
            acts.push(`navigate ${path} to ${to}`);
          },
        };
        return client;
      }),
  };
  return { scope: { clients }, acts };
}

async function opened(pages: string[], options?: { controlled: boolean }): Promise<string[]> {
  const { scope, acts } = scopeOf(pages, options);
  await openPage(scope, '/Notice');
  return acts;
}

describe('a tap on a notification', () => {
  it('opens the club where no page of it is open', async () => {
    expect(await opened([])).toEqual(['open /Notice']);
  });

  it('takes the page in front, and any other rather than a new one', async () => {
    expect(await opened(['/Home', '*/Lottery'])).toEqual(['focus /Lottery', 'navigate /Lottery to /Notice']);
    expect(await opened(['/Home'])).toEqual(['focus /Home', 'navigate /Home to /Notice']);
  });

  it('reuses a page that already shows the address', async () => {
    expect(await opened(['*/Notice'])).toEqual(['focus /Notice']);
  });

  it('opens a new page if it may not navigate the old one', async () => {
    expect(await opened(['*/Home'], { controlled: false })).toEqual(['focus /Home', 'open /Notice']);
  });
});
