import { beforeEach, expect, test } from 'vitest';
import type { Slip, SlipProof } from '../../api/shared/types.ts';
import { forgetSettledAnswers, keepSettledAnswer, settledAnswer, takeSettledAnswer } from './settled-answers.ts';

const answerOf = (state: Slip['state']) => ({ slip: { id: 'a', state } as Slip, proof: {} as SlipProof });

beforeEach(forgetSettledAnswers);

test('an answer about a settled slip serves its receipt and then one check; a repeated check asks again', () => {
  keepSettledAnswer(answerOf('lost'));
  expect(settledAnswer('a')).toEqual(answerOf('lost'));
  expect(takeSettledAnswer('a')).toEqual(answerOf('lost'));
  expect(takeSettledAnswer('a')).toBeNull();
  expect(settledAnswer('a')).toBeNull();
});

test('a slip before its draw is read again: its evidence is still to come', () => {
  keepSettledAnswer(answerOf('pending'));
  expect(settledAnswer('a')).toBeNull();
});

test('answers of a member who left are forgotten', () => {
  keepSettledAnswer(answerOf('lost'));
  forgetSettledAnswers();
  expect(settledAnswer('a')).toBeNull();
});
