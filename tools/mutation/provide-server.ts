import type { TestProject } from 'vitest/node';
import { runSettings } from './run-settings.ts';

/** Gives the test files the PostgreSQL that the command started. */
export function setup(project: TestProject): void {
  const { testServer } = runSettings();
  if (!testServer) throw new Error('This run has no PostgreSQL.');
  project.provide('testServer', testServer);
}
