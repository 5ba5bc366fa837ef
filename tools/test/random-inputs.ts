import fc from 'fast-check';

// Runs in each test file: its properties get the inputs of the seed of the run.
fc.configureGlobal({ seed: Number(process.env.TERCET_TEST_SEED) });
