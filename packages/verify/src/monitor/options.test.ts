import { describe, expect, test } from 'vitest';
import { logKey } from '../../tests/kit/key.ts';
import { parseOptions } from './options.ts';

const NEEDED = ['https://club.example', '--data', '/data', '--log-key', logKey('club.example/tercet', 1).vkey];

describe('the options of tercet monitor', () => {
  test('have defaults', () => {
    expect(parseOptions(NEEDED)).toMatchObject({
      club: 'https://club.example',
      since: null,
      witnesses: [],
      timeoutMs: 20_000,
      everyMs: 10_000,
      witnessWaitMs: 30_000,
      silenceMs: 600_000,
      listen: { host: '127.0.0.1', port: 3022 },
      webhook: null,
      slips: true,
      draws: true,
    });
  });

  test('take the address of the book as that of the club', () => {
    expect(parseOptions([...NEEDED.with(0, 'https://club.example/book/')])?.club).toBe('https://club.example');
  });

  test.each([
    ['8080', { host: '127.0.0.1', port: 8080 }],
    ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
    ['[::1]:3022', { host: '::1', port: 3022 }],
    ['monitor.example:80', { host: 'monitor.example', port: 80 }],
  ])('listen at %s', (text, listen) => {
    expect(parseOptions([...NEEDED, '--listen', text])).toMatchObject({ listen });
  });

  test('ask for help', () => {
    expect(parseOptions(['--help'])).toBeNull();
  });

  test.each([
    [[], 'expected: URL'],
    [NEEDED.slice(0, 3), 'expected: URL'],
    [[...NEEDED, 'more'], 'expected: URL'],
    [NEEDED.with(0, 'club.example'), 'is not an http address'],
    [NEEDED.with(4, 'key'), '--log-key'],
    [[...NEEDED, '--listen', '70000'], '--listen'],
    [[...NEEDED, '--listen', 'a b:1'], '--listen'],
    [[...NEEDED, '--silence', '0'], '--silence'],
    [[...NEEDED, '--every', 'soon'], '--every'],
    [[...NEEDED, '--since', 'yesterday'], '--since'],
    [[...NEEDED, '--webhook', 'https://127.0.0.1/'], '--allow-local'],
    [[...NEEDED, '--webhook', 'ftp://hook.example/'], 'is not an http address'],
    [[...NEEDED, '--unknown'], 'unknown'],
  ])('that are wrong are named: %s', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
