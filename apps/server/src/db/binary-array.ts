/**
 * PostgreSQL's binary array format (array_recv): number of dimensions, null flag, element type, length and lower
 * bound, then the length and bytes of each element. Batches of slips are sent in this format. With text, the database
 * would spend more time parsing digits and hex than validating slips.
 */
const TYPES = {
  smallint: { oid: 21, bytes: 2 },
  integer: { oid: 23, bytes: 4 },
  bigint: { oid: 20, bytes: 8 },
  uuid: { oid: 2950, bytes: 16 },
};
const BYTEA_OID = 17;

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
/** Element length that marks a null. */
const NULL = -1;

export function smallintArray(values: readonly number[]): Buffer {
  const { oid, bytes } = TYPES.smallint;
  const array = fixedArray(oid, bytes, values.length);
  for (const [index, value] of values.entries()) array.writeInt16BE(value, placeOf(index, bytes));
  return array;
}

export function integerArray(values: readonly number[]): Buffer {
  const { oid, bytes } = TYPES.integer;
  const array = fixedArray(oid, bytes, values.length);
  for (const [index, value] of values.entries()) array.writeInt32BE(value, placeOf(index, bytes));
  return array;
}

export function bigintArray(values: readonly (bigint | null)[]): Buffer {
  const { oid, bytes } = TYPES.bigint;
  const nulls = values.reduce((count, value) => count + Number(value === null), 0);
  const array = Buffer.allocUnsafe(HEAD_BYTES + values.length * LENGTH_BYTES + (values.length - nulls) * bytes);
  let at = writeHead(array, oid, values.length, nulls > 0);
  for (const value of values) {
    at = array.writeInt32BE(value === null ? NULL : bytes, at);
    if (value !== null) at = array.writeBigInt64BE(value, at);
  }
  return array;
}

/** UUIDs in their usual text form. Throws a TypeError for any other text. */
export function uuidArray(values: readonly string[]): Buffer {
  const { oid, bytes } = TYPES.uuid;
  const array = fixedArray(oid, bytes, values.length);
  for (const [index, value] of values.entries()) {
    const written = array.write(value.replaceAll('-', ''), placeOf(index, bytes), 'hex');
    if (written !== bytes) throw new TypeError('not a UUID');
  }
  return array;
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  const total = values.reduce((sum, value) => sum + LENGTH_BYTES + value.length, HEAD_BYTES);
  const array = Buffer.allocUnsafe(total);
  let at = writeHead(array, BYTEA_OID, values.length, false);
  for (const value of values) {
    at = array.writeInt32BE(value.length, at);
    at += value.copy(array, at);
  }
  return array;
}

/**
 * An array without nulls whose elements have equal length. Headers and lengths are filled in; the caller writes the
 * values.
 */
function fixedArray(oid: number, bytes: number, length: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD_BYTES + length * (LENGTH_BYTES + bytes));
  writeHead(array, oid, length, false);
  for (let index = 0; index < length; index++) array.writeInt32BE(bytes, placeOf(index, bytes) - LENGTH_BYTES);
  return array;
}

function placeOf(index: number, bytes: number): number {
  return HEAD_BYTES + index * (LENGTH_BYTES + bytes) + LENGTH_BYTES;
}

function writeHead(array: Buffer, oid: number, length: number, nulls: boolean): number {
  array.writeInt32BE(1, 0);
  array.writeInt32BE(nulls ? 1 : 0, 4);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(length, 12);
  return array.writeInt32BE(1, 16);
}
