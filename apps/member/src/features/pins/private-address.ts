/** Detects addresses in a private network or on this device. Pages must not be tricked into requests there. */

const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** True if a host name, as `URL` returns it, is this device. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * True if an address is not http(s), contains credentials, or its host is this device, in a private network or a bare
 * name.
 */
export function isPrivateAddress(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return true;
  if (hostname.startsWith('[')) return isPrivateV6(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return isPrivateV4(hostname.split('.').map(Number));
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || PRIVATE_NAMES.test(name);
}

/**
 * Special-purpose addresses of RFC 6890: this network, private, shared, loopback, link-local, test, multicast and
 * reserved.
 */
function isPrivateV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** True for all but global unicast (2000::/3). Documentation addresses and tunnels to IPv4 also count as private. */
function isPrivateV6(address: string): boolean {
  const first = Number.parseInt(address.split(':', 1)[0] || '0', 16);
  if (first < 0x2000 || first > 0x3fff) return true;
  return first === 0x2002 || /^2001:(0|db8|:|$)/.test(address);
}
