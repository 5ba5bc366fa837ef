/** 64 characters at most: the longest of the networks in use has 42. */
const TRACE_REF = /^[A-Za-z0-9][A-Za-z0-9 ./:_-]{0,63}$/;
const RAW_LENGTH_MAX = 256;

/**
 * Reads a reference that a bank or card scheme can trace, such as an ARN. Trims it and joins runs of spaces. Undefined
 * for anything else, and for a text that is too long: a shortened reference would trace nothing.
 */
export function readTraceRef(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > RAW_LENGTH_MAX) return undefined;
  const text = value.trim().replace(/ +/g, ' ');
  return TRACE_REF.test(text) ? text : undefined;
}
