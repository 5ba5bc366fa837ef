import { describeLies } from './lies-suite.ts';

// Every check of every lie over tables with no, one and three witnesses.
describeLies(true);
