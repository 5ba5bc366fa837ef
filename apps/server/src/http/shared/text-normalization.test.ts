import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Http } from '../http.ts';
import { installTextNormalization } from './text-normalization.ts';

const http = Fastify();
installTextNormalization(http as unknown as Http);
http.post('/echo', (request) => ({ body: request.body, query: request.query }));

async function echo(body: object, query = ''): Promise<unknown> {
  const answer = await http.inject({ method: 'POST', url: `/echo${query}`, payload: body });
  return answer.json();
}

test.each([
  ['a phone of contacts', { phone: '\u202a+976 8812 3456\u202c' }, { phone: '+976 8812 3456' }],
  ['a name of a page', { userName: 'mira\u200b' }, { userName: 'mira' }],
  ['an IBAN of a letter', { iban: 'DE89\u00ad3704' }, { iban: 'DE893704' }],
  ['a code of a mail', { inviteCode: '\ufeffTRC-ABCD' }, { inviteCode: 'TRC-ABCD' }],
  ['words that turn around', { words: 'a\u202eb' }, { words: 'ab' }],
  ['a list', { tags: ['\u200ea', { name: 'b\u2060' }] }, { tags: ['a', { name: 'b' }] }],
  ['languages', { texts: { ar: { name: '\u200fعلي' } } }, { texts: { ar: { name: 'علي' } } }],
  ['a password', { password: 'a\u200bb', newPassword: '\u200dc' }, { password: 'a\u200bb', newPassword: '\u200dc' }],
  ['a Persian word', { words: 'می\u200cخواهم' }, { words: 'می\u200cخواهم' }],
  ['a family', { words: '👩\u200d👧' }, { words: '👩\u200d👧' }],
  ['a heart', { words: '❤\ufe0f' }, { words: '❤\ufe0f' }],
  ['numbers and nothing', { n: 1, none: null, yes: true }, { n: 1, none: null, yes: true }],
])('%s', async (_, sent, read) => {
  expect(await echo(sent)).toEqual({ body: read, query: {} });
});

test('a query likewise', async () => {
  expect(await echo({}, `?search=${encodeURIComponent('\u200eM\u00adüller')}`)).toEqual({
    body: {},
    query: { search: 'Müller' },
  });
});
