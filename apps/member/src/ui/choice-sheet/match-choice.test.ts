import { expect, it } from 'vitest';
import { foundBy } from './match-choice.ts';

const BANK = { value: 'x', label: 'Crédit Agricole d’Île-de-France', note: '+33' };

it.each(['', ' ', 'credit', 'ILE', 'france credit', '33', '+33', 'agri cole'])('%j finds it', (search) => {
  expect(foundBy(search, BANK)).toBe(true);
});

it.each(['agricool', 'france 34', 'x'])('%j does not', (search) => {
  expect(foundBy(search, BANK)).toBe(false);
});
