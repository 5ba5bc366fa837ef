import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { writeCached } from './write-cached.ts';

it('is not overwritten by an answer requested earlier', async () => {
  const server = { balance: '100' };
  const waiting: (() => void)[] = [];
  const client = new QueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const found = { ...server };
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (signal.aborted) throw new Error('aborted');
      return found;
    },
    retry: false,
  });
  const stop = observer.subscribe(() => undefined);
  waiting.shift()?.();
  await expect.poll(() => client.getQueryData(['me'])).toEqual({ balance: '100' });

  void observer.refetch();
  await expect.poll(() => waiting.length).toBe(1);
  server.balance = '250';
  writeCached<{ balance: string }>(client, ['me'], (me) => ({ ...me, balance: '250' }));
  await expect.poll(() => waiting.length).toBe(2);
  for (const answer of waiting) answer();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(client.getQueryData(['me'])).toEqual({ balance: '250' });
  stop();
});

it('starts no request and invents no data if nothing is loading', () => {
  const client = new QueryClient();
  client.setQueryData(['me'], { balance: '100' });
  writeCached<{ balance: string }>(client, ['me'], (me) => ({ ...me, balance: '250' }));
  writeCached<object>(client, ['draw', '1'], (draw) => draw);
  expect(client.getQueryData(['me'])).toEqual({ balance: '250' });
  expect(client.getQueryState(['me'])?.isInvalidated).toBe(false);
  expect(client.getQueryData(['draw', '1'])).toBeUndefined();
});
