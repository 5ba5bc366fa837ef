import { expect, test } from 'vitest';
import { isLocalName, isPublicAddress } from './addresses.ts';

const PUBLIC = [
  '1.1.1.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.255',
]
  .concat(['2606:4700:4700::1111', '2a00:1450:4001:830::200e', '2000::1'])
  .concat(['::ffff:1.1.1.1', '::ffff:0101:0101', '64:ff9b::1.1.1.1', '64:ff9b::101:101']);

const LOCAL = ['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254']
  .concat(['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.8', '192.0.2.1', '198.18.0.1'])
  .concat(['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'])
  .concat(['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456:789a::1', 'fec0::1', 'ff02::1', 'ff0e::1'])
  .concat([
    '2001:db8::1',
    '2001::1',
    '2001:0:53aa:64c:0:0:0:1',
    '2002:7f00:1::',
    '3fff::1',
    '100::1',
    '4000::1',
    '5f00::1',
  ])
  .concat(['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1', '64:ff9b::127.0.0.1'])
  .concat(['64:ff9b::a00:1', '64:ff9b:1::1.1.1.1', '0:0:0:0:0:ffff:10.0.0.1']);

test.each(PUBLIC)('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(LOCAL)('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['', 'localhost', 'example.org', '1.1.1', '1.1.1.1.', '[::1]', '0x7f.1', '2130706433'])(
  'what is no address is not public: "%s"',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test('names of this machine are known without a name server', () => {
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.localhost..', 'ip6-loopback', '.']) {
    expect(isLocalName(name)).toBe(true);
  }
  for (const name of ['example.org', 'localhost.example.org', 'notlocalhost']) expect(isLocalName(name)).toBe(false);
});
