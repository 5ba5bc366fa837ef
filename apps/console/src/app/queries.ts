import { QueryClient } from '@tanstack/react-query';
import { asProblem } from '../api/shared/problem.ts';

const RETRIES_MAX = 3;

/**
 * Answers of the server that the console keeps. A busy server has done nothing, so the call is repeated. After any
 * other failure a retry might add a second entry to the audit log.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => failures < RETRIES_MAX && asProblem(error).code === 'busy' },
  },
});
