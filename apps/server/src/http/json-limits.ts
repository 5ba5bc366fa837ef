/** Deeper than any form of the API. */
const DEPTH_MAX = 16;
/** More than any form of the API holds. */
const VALUES_MAX = 5_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether JSON nests deeper than 16 levels or holds more than 5,000 values. One pass over the text, without parsing;
 * text that is not JSON is only counted.
 */
export function exceedsJsonLimits(json: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    else if (sign === COMMA) values += 1;
    else if (OPENING.has(sign)) depth += 1;
    else if (CLOSING.has(sign)) depth -= 1;
    if (depth > DEPTH_MAX || values > VALUES_MAX) return true;
  }
  return false;
}

/** Where the text that begins at a quote ends: at its closing quote, or at the end of everything. */
function endOfText(json: string, begin: number): number {
  for (let at = begin + 1; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at += 1;
  }
  return json.length;
}
