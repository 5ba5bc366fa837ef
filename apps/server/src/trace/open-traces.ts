import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type About, type Place, recordSteps, type StepOptions } from './steps.ts';

export interface TracesPlan {
  /** OTLP/HTTP endpoint for traces, such as `http://127.0.0.1:4318/v1/traces`. */
  url: string;
  /** Share of requests and jobs to record, 0 to 1. Draws are always recorded. */
  share: number;
}

export interface Traces {
  /**
   * Starts an incoming request, from its headers to its response. `parent` is the trace context of a trusted proxy.
   */
  call(name: string, parent: string | null): TracedCall;
  stop(): Promise<void>;
}

export interface TracedCall {
  /** Makes the following work part of the request. */
  enter(next: () => void): void;
  end(about: About, isFault: boolean): void;
}

const SEND_EVERY_MS = 1_000;
const WAITING_MAX = 4_096;
/** `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Records steps of this thread and exports them in the background. Steps that cannot be exported are dropped. */
export function openTraces({ url, share }: TracesPlan, roles: string): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tercet', 'tercet.roles': roles, 'process.pid': process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url }),
        scheduledDelayMillis: SEND_EVERY_MS,
        maxQueueSize: WAITING_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('tercet');
  const now = new AsyncLocalStorage<Context>();
  const here = (): Context => now.getStore() ?? ROOT_CONTEXT;

  function begin(name: string, about: About, { drawId, for: whom = [], kind }: StepOptions): [Span, Context] {
    const [first, ...others] = whom.flatMap((place) => (place as TracedPlace | null)?.context ?? []);
    const parent = drawId !== undefined && now.getStore() === undefined ? traceOfDraw(drawId) : (first ?? here());
    const links = others.flatMap((context) => {
      const spanContext = trace.getSpanContext(context);
      return spanContext ? [{ context: spanContext }] : [];
    });
    const attributes = drawId === undefined ? about : { ...about, 'tercet.draw_id': drawId };
    const span = tracer.startSpan(name, { attributes, links, ...(kind && { kind: SpanKind.CLIENT }) }, parent);
    // Links the traces of other callers that share this work.
    for (const context of others) trace.getSpan(context)?.addLink({ context: span.spanContext() });
    return [span, trace.setSpan(parent, span)];
  }

  recordSteps({
    async step(name, about, options, work) {
      const [span, context] = begin(name, about, options);
      try {
        return await now.run(context, work);
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    here() {
      const context = now.getStore();
      const spanContext = context && trace.getSpanContext(context);
      return spanContext ? ({ traceId: spanContext.traceId, context } satisfies TracedPlace as TracedPlace) : null;
    },
  });

  return {
    call(name, given) {
      const parent = given === null ? ROOT_CONTEXT : contextOf(given);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      const context = trace.setSpan(parent, span);
      return {
        enter: (next) => now.run(context, next),
        end(about, isFault) {
          span.setAttributes(about);
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      recordSteps(null);
      await provider.shutdown().catch(() => {});
    },
  };
}

interface TracedPlace extends Place {
  context: Context;
}

/** Records an error's name and code. A message may contain request data. */
function fail(span: Span, error: unknown): void {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return trace.isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
}

/** Trace id derived from the draw id, so that every process uses the same one. */
function traceOfDraw(drawId: string): Context {
  const hash = createHash('sha256').update(`tercet draw ${drawId}`).digest('hex');
  const spanContext = { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48), traceFlags: 1, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, spanContext);
}
