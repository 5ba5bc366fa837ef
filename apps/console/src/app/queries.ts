import { QueryClient } from '@tanstack/react-query';

/** Answers of the server that the console keeps. A retry would add a second entry to the audit log. */
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
