import { describeLies } from './lies-suite.ts';

// Every check of every lie, on tables with no, one and three witnesses.
describeLies(true);
