/** Distinguishes the IP addresses of public machines. */
import { BlockList, isIP } from 'node:net';

/** Address blocks that are not public, by the IANA registries of special-purpose addresses. */
const LOCAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
];
/** Non-public blocks within 2000::/3, the only block from which public IPv6 addresses are assigned. */
const LOCAL_IPV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
];
/** Prefixes of addresses that embed an IPv4 address in their last 32 bits. */
const MAPPED_PREFIX = '00000000000000000000ffff';
const NAT64_PREFIX = '0064ff9b0000000000000000';

const localIpv4 = blockListOf(LOCAL_IPV4, 'ipv4');
const localIpv6 = blockListOf(LOCAL_IPV6, 'ipv6');
const publicIpv6 = blockListOf(['2000::/3'], 'ipv6');

/** Whether the text is the address of a public machine. False on anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  // A zone names a network interface of this machine.
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !localIpv4.check(address, 'ipv4');
  if (family !== 6) return false;
  const hex = hexOfIpv6(address);
  const isStandIn = hex.startsWith(MAPPED_PREFIX) || hex.startsWith(NAT64_PREFIX);
  if (isStandIn) return isPublicAddress(ipv4OfHex(hex.slice(-8)));
  return publicIpv6.check(address, 'ipv6') && !localIpv6.check(address, 'ipv6');
}

/** Whether a URL's host always names this machine, without name resolution. */
export function isLocalName(host: string): boolean {
  const name = host.replace(/(?<!\.)\.+$/, '').toLowerCase();
  return (
    name === '' || name === 'localhost' || name.endsWith('.localhost') || /^ip6-(?:localhost|loopback)$/.test(name)
  );
}

function blockListOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [net = '', prefix] = block.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** The 32 hex digits of an IPv6 address. */
function hexOfIpv6(address: string): string {
  // The last 32 bits may be written as an IPv4 address.
  const tailAt = address.lastIndexOf(':') + 1;
  const bytes = address.slice(tailAt).split('.').map(hexByte);
  const plain =
    bytes.length === 4
      ? `${address.slice(0, tailAt)}${bytes.slice(0, 2).join('')}:${bytes.slice(2).join('')}`
      : address;
  const [head = '', tail] = plain.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const middle = tail === undefined ? [] : Array(8 - before.length - after.length).fill('0000');
  return [...before, ...middle, ...after].join('');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.padStart(4, '0').toLowerCase());
}

function hexByte(decimal: string): string {
  return Number(decimal).toString(16).padStart(2, '0');
}

function ipv4OfHex(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
}
