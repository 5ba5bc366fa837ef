import { describe, expect, it } from 'vitest';
import { isBareNumber, readDrawNumber } from './draw-number.ts';

describe('a typed draw number', () => {
  it.each([
    ['dice-60/29743210', 'dice-60/29743210'],
    [' Dice-60 / 29743210 ', 'dice-60/29743210'],
    ['29743210', '29743210'],
    ['29,743,210', '29743210'],
    ['29 743 210', '29743210'],
    ['#29743210', '29743210'],
    ['0', '0'],
    ['https://club.example/Verify?draw=dice-60%2F29743210', 'dice-60/29743210'],
    ['https://club.example/Verify?draw=dice-60/29743210 ', 'dice-60/29743210'],
    ['Draw dice-60/29743210', 'dice-60/29743210'],
    ['Сугалаа: dice-60/29743210', 'dice-60/29743210'],
    ['\u202adice-60/29743210\u202c', 'dice-60/29743210'],
    ['dice-60/２９７４３２１０', 'dice-60/29743210'],
    ['٢٩٧٤٣٢١٠', '29743210'],
    ['https://club.example/Verify?slip=1', null],
    ['https://club.example/Verify?draw=zz', null],
    ['', null],
    ['dice-60/', null],
    ['dice-60/007', null],
    ['007', null],
    ['1.5', null],
    ['60/29743210', null],
    ['1234567890123456', null],
  ])('%j is %j', (typed, read) => {
    expect(readDrawNumber(typed)).toBe(read);
  });

  it('is distinguished from a number without its lottery', () => {
    expect(isBareNumber('29743210')).toBe(true);
    expect(isBareNumber('dice-60/29743210')).toBe(false);
  });
});
