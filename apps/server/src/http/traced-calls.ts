import type { FastifyRequest } from 'fastify';
import type { TracedCall, Traces } from '../trace/open-traces.ts';
import type { Http } from './http.ts';
import type { Trust } from './request-ids.ts';

/** Each call becomes a trace, or a part of the one that a trusted proxy began. By its declared route, as in figures. */
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
  // A body comes in turns of its own, which know nothing of the call.
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
