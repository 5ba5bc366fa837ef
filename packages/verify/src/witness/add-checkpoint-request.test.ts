import { describe, expect, test } from 'vitest';
import { parseAddCheckpoint } from './add-checkpoint-request.ts';

const SIGNATURES = [
  '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
  '— example.com/behind-the-sofa opLqBQsREYCgu6xQkYQwJr9fo45a62DN9EdmHXnZdXNqlcVGlCum2Wks+49/V6267UEjw6QUXTS5Rovnzv++qbSzm9Q=',
];

/** The example request of c2sp.org/tlog-witness. */
const EXAMPLE = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

${SIGNATURES.join('\n')}
`;
const [HEAD = '', TEXT = '', LINES = ''] = EXAMPLE.split('\n\n');
const FIRST_PROOF_LINE = 'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=';

describe('the body of add-checkpoint', () => {
  test('the published example is read', () => {
    const request = parseAddCheckpoint(EXAMPLE);
    expect(request).toMatchObject({
      oldSize: 20852014,
      origin: 'example.com/behind-the-sofa',
      size: 20852163,
      root: '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62',
      note: `${TEXT}\n\n${LINES}`,
    });
    expect(request?.proof).toHaveLength(4);
    expect(request?.proof[0]).toBe('3e544d0abc07a6a846aeea6e7b42fb8316e36cc88a03db5e9afb996430e991ac');
    expect(request?.signed.signatures).toHaveLength(2);
  });

  test('63 lines of proof are the most', () => {
    const body = (lines: number) => `old 1\n${`${FIRST_PROOF_LINE}\n`.repeat(lines)}\n${TEXT}\n\n${LINES}`;
    expect(parseAddCheckpoint(body(63))?.proof).toHaveLength(63);
    expect(parseAddCheckpoint(body(64))).toBeNull();
    expect(parseAddCheckpoint(body(0))?.proof).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['no old size', EXAMPLE.slice(EXAMPLE.indexOf('\n') + 1)],
    ['a leading zero', EXAMPLE.replace('old 2', 'old 02')],
    ['a negative size', EXAMPLE.replace('old 2', 'old -2')],
    ['a size beyond whole numbers', EXAMPLE.replace('old 20852014', 'old 9007199254740992')],
    ['two spaces', EXAMPLE.replace('old ', 'old  ')],
    ['a carriage return', EXAMPLE.replace('\n', '\r\n')],
    ['a short hash', EXAMPLE.replace(FIRST_PROOF_LINE, 'PlRNCg==')],
    ['unpadded base64', EXAMPLE.replace(FIRST_PROOF_LINE, FIRST_PROOF_LINE.slice(0, -1))],
    ['base64 with stray bits', EXAMPLE.replace('aw=', 'ax=')],
    ['no empty line after the proof', `${HEAD}\n${TEXT}\n\n${LINES}`.replace('\n\n', '\n')],
    ['no signature', `${HEAD}\n\n${TEXT}\n`],
    ['no newline at the end', EXAMPLE.slice(0, -1)],
    ['an empty origin', EXAMPLE.replace('example.com/behind-the-sofa\n2', '\n2')],
    [
      'a root of 31 bytes',
      EXAMPLE.replace('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw=='),
    ],
    ['a size with a plus', EXAMPLE.replace('\n20852163\n', '\n+20852163\n')],
    [
      'a size of zero and no root',
      EXAMPLE.replace('\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', '\n0\nAA=='),
    ],
  ])('%s is malformed', (_, body) => {
    expect(parseAddCheckpoint(body)).toBeNull();
  });

  test('another root than that of an empty tree is left to be answered', () => {
    expect(parseAddCheckpoint(EXAMPLE.replace('\n20852163\n', '\n0\n'))?.size).toBe(0);
  });
});
