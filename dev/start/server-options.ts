/**
 * Node options of the server's processes, the same as in the image. V8's young generation never shrinks again: 128 MB
 * by default, although a bet needs a few (decision 0053).
 */
export const SERVER_NODE_OPTIONS = '--max-semi-space-size=16';
