import { beforeEach, inject } from 'vitest';
import { captureStatements } from '../buckets/capture.ts';
import { reasonNotOnCitus } from './not-on-citus.ts';

const { statementsFolder, workerUrls } = inject('testServer');
captureStatements(statementsFolder);

if (workerUrls.length > 0) {
  beforeEach(({ task, skip }) => {
    const why = reasonNotOnCitus(task.file.name, task.name);
    if (why !== null) skip(why);
  });
}
