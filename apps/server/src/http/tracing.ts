import type { FastifyRequest } from 'fastify';
import type { TracedCall, Traces } from '../trace/open-traces.ts';
import type { Http } from './http.ts';
import type { Trust } from './request-ids.ts';

/** Traces each call by its declared route, as metrics do. Continues the trace that a trusted proxy began. */
export function traceCalls(http: Http, traces: Traces, trust: Trust): void {
  const calls = new WeakMap<FastifyRequest, TracedCall>();
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const { traceparent } = request.headers;
    const isTrusted = typeof traceparent === 'string' && trust(request.raw.socket.remoteAddress ?? '');
    const call = traces.call(`${request.method} ${route}`, isTrusted ? traceparent : null);
    calls.set(request, call);
    call.enter(done);
  });
  // The body is parsed outside the call's async context, so enter it again.
  http.addHook('preValidation', (request, _reply, done) => {
    const call = calls.get(request);
    if (call) call.enter(done);
    else done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const about = {
      'http.request.method': request.method,
      'http.route': request.is404 ? 'none' : request.routeOptions.url,
      'http.response.status_code': reply.statusCode,
      'tercet.request_id': request.id,
    };
    calls.get(request)?.end(about, reply.statusCode >= 500);
    done();
  });
}
