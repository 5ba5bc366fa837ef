import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface StreamEvent {
  id: string | undefined;
  event: string;
  data: Record<string, unknown>;
}

/** An open event stream on its own socket. */
export interface StreamClient {
  socket: Socket;
  events: StreamEvent[];
  /** Resolves with the first matching event. Rejects if the stream ends before. */
  until(isIt: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Resolves when the server ends the stream. */
  ended: Promise<unknown>;
}

export interface StreamOptions {
  cookie?: string;
  lastEventId?: string;
  /** Path of the stream; the members' by default. */
  path?: string;
}

/** Opens a stream and waits for its first event (`reset` for a new client). */
export async function openStream(address: string, options: StreamOptions = {}): Promise<StreamClient> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const events: StreamEvent[] = [];
  let text = '';
  let isBody = false;
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    const head = isBody ? -1 : text.indexOf('\r\n\r\n');
    if (head >= 0) text = text.slice(head + 4);
    isBody ||= head >= 0;
    if (!isBody) return;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    events.push(...blocks.map(parse));
    socket.emit('events');
  });
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  const { cookie, lastEventId, path = '/api/stream' } = options;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\n` +
      (cookie === undefined ? '' : `cookie: ${cookie}\r\n`) +
      (lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`) +
      '\r\n',
  );
  async function until(isIt: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    for (;;) {
      const found = events.find(isIt);
      if (found) return found;
      if (socket.destroyed) throw new Error('the stream ended');
      await Promise.race([once(socket, 'events'), ended]);
    }
  }
  await until(() => true);
  return { socket, events, until, ended };
}

function parse(block: string): StreamEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
  return { id: fields.get('id'), event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? '{}') };
}
