import { NOTE_COSIGNATURE, NOTE_ED25519, placeOfOrigin, verifierKeyOf } from '@tercet/fair';
import { describe, expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const KEY = verifierKeyOf('club.example/tercet', NOTE_ED25519, '01'.repeat(32));
const NEXT_KEY = verifierKeyOf('club.example/tercet', NOTE_ED25519, '02'.repeat(32));
const OTHER = verifierKeyOf('other.example/log', NOTE_ED25519, '01'.repeat(32));
const WITNESS = verifierKeyOf('witness.example/w1', NOTE_COSIGNATURE, '01'.repeat(32));
const URL = 'https://club.example/book?a=http://b';
const NAMED = ['--name', 'w', '--data', 'd'];

describe('the options of a witness', () => {
  test('all of them', () => {
    const logs = ['--log', `${KEY}=${URL}`, '--log', `${OTHER}=http://o`, '--log', `${NEXT_KEY}=${URL}`];
    expect(parseOptions([...NAMED, ...logs, '--port', '1', '--host', '::', '--from-here'])).toEqual({
      name: 'w',
      data: 'd',
      logs: [
        { origin: 'club.example/tercet', keys: [KEY, NEXT_KEY], bookUrl: URL },
        { origin: 'other.example/log', keys: [OTHER], bookUrl: 'http://o' },
      ],
      port: 1,
      host: '::',
      fromHere: true,
    });
  });

  test('what they are when they are not given', () => {
    const given = parseOptions([...NAMED, '--log', `${KEY}=${URL}`]);
    expect(given).toMatchObject({ port: 3021, host: '127.0.0.1', fromHere: false });
    expect(parseOptions(['--help'])).toBeNull();
  });

  test.each([
    [[], '--name, --data and at least one --log are needed'],
    [NAMED, '--name, --data and at least one --log are needed'],
    [[...NAMED, '--log', `x=${URL}`], "expected a log's key"],
    [[...NAMED, '--log', KEY], "expected a log's key"],
    [[...NAMED, '--log', `${KEY}=ftp://x`], "expected a log's key"],
    [[...NAMED, '--log', `${KEY}=http://`], "expected a log's key"],
    [[...NAMED, '--log', `${KEY.replace('+', '+0')}=${URL}`], "expected a log's key"],
    [[...NAMED, '--log', `${WITNESS}=${URL}`], "expected a log's key"],
    [[...NAMED, '--log', `${KEY}=${URL}`, '--log', `${NEXT_KEY}=http://elsewhere.example`], 'two addresses'],
    [[...NAMED, '--log', `${KEY}=${URL}`, '--port', '65536'], '--port'],
    [[...NAMED, '--log', `${KEY}=${URL}`, '--port', 'x'], '--port'],
    [[...NAMED, '--log', `${KEY}=${URL}`, '--frobnicate'], '--frobnicate'],
  ])('%j is refused', (args, expected) => {
    expect(() => parseOptions(args)).toThrow(expected);
  });

  test('a log is served under the SHA-256 of its origin', () => {
    expect(placeOfOrigin('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
