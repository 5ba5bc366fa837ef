import { Writable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { openLog } from '../process/log.ts';
import { requestLogOf } from './request-log.ts';

let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
});

function requestLog(level: 'info' | 'silent', options = {}) {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return requestLogOf(openLog(level, sink), { requestId: 'one-request', token: 'secret' }, options);
}

test('each line of a request says its id and no secret of what is common to them', () => {
  const log = requestLog('info');
  log.info('first');
  log.error({ code: 7 }, 'second');
  expect(lines).toMatchObject([
    { level: 'info', msg: 'first', requestId: 'one-request', token: 'not written' },
    { level: 'error', msg: 'second', code: 7, requestId: 'one-request', token: 'not written' },
  ]);
});

test('what the server does not log at its level, a request does not either', () => {
  const log = requestLog('info');
  log.debug('too much');
  log.info('enough');
  log.trace('too much');
  expect(lines.map(({ msg }) => msg)).toEqual(['enough']);
});

test('a request that is to be logged in more detail is', () => {
  const log = requestLog('info');
  log.level = 'debug';
  log.debug('detail');
  expect(log.level).toBe('debug');
  expect(lines).toMatchObject([{ msg: 'detail', requestId: 'one-request' }]);
});

test('and so is one of a route that is', () => {
  requestLog('info', { level: 'debug' }).debug('detail');
  expect(lines).toMatchObject([{ msg: 'detail', requestId: 'one-request' }]);
});

test('a child of it says what it says', () => {
  requestLog('info').child({ part: 'upload' }).warn('slow');
  expect(lines).toMatchObject([{ msg: 'slow', part: 'upload', requestId: 'one-request' }]);
});

test('a silent server has silent requests', () => {
  const log = requestLog('silent');
  log.fatal('nothing');
  expect(lines).toEqual([]);
});
