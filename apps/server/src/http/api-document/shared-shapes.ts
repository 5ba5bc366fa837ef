import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { EXAMPLES } from './examples.ts';
import { type ApiDocument, usedBy } from './parts.ts';

type Documents = Parameters<typeof jsonSchemaTransformObject>[0];
type Document = ReturnType<typeof jsonSchemaTransformObject>;

interface Media {
  schema?: unknown;
  example?: unknown;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
}

/** Names of the error answers, the same for every endpoint. */
const SHARED_ANSWERS = new Map([
  ['4XX', 'Refused'],
  ['5XX', 'Unavailable'],
]);

/** Descriptions of answers whose route gives none. */
const ANSWERS: Record<string, string> = {
  200: 'The answer',
  201: 'Made, or made before with the same key',
  202: 'Proposed; a second person decides',
  204: 'Done',
};

/**
 * The API document with shared schemas and error answers listed once under their names, and with examples. Schemas that
 * no endpoint refers to are left out.
 */
export function withSharedShapes(documents: Documents): Document {
  const made = jsonSchemaTransformObject(documents) as ApiDocument;
  const { paths, responses } = withSharedAnswers(made.paths ?? {});
  for (const operations of Object.values(paths)) {
    for (const operation of Object.values(operations)) describeOperation(operation);
  }
  const components = { ...made.components, responses: responses as Record<string, unknown> };
  return { ...made, paths, components: usedBy(paths, components) } as unknown as Document;
}

function withSharedAnswers(from: object): {
  paths: Record<string, Record<string, Operation>>;
  responses: Record<string, { content?: Record<string, Media> }>;
} {
  const responses: Record<string, { content?: Record<string, Media> }> = {};
  const paths = JSON.parse(JSON.stringify(from), (status, answer: unknown) => {
    const name = SHARED_ANSWERS.get(status);
    if (name === undefined) return answer;
    responses[name] = answer as { content?: Record<string, Media> };
    return { $ref: `#/components/responses/${name}` };
  });
  const problem = responses.Refused?.content?.['application/problem+json'];
  if (problem) problem.example = EXAMPLES.problem;
  return { paths, responses };
}

function describeOperation(operation: Operation): void {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (answer.description === 'Default Response') answer.description = ANSWERS[status] ?? 'The answer';
  }
  const { request, response } = EXAMPLES.operations[operation.operationId] ?? {};
  const sent = operation.requestBody?.content['application/json'];
  if (sent && request !== undefined) sent.example = request;
  const given = (operation.responses[200] ?? operation.responses[201])?.content?.['application/json'];
  if (given && response !== undefined) given.example = response;
}
