/**
 * Options of Node for the server's processes, as the image sets them, too: V8's young generation keeps what it has once
 * grown to, 128 MB by default, of which a bet needs a few (decision 0053).
 */
export const SERVER_NODE_OPTIONS = '--max-semi-space-size=16';
