import { describe, expect, it } from 'vitest';
import { isLoopback, isPrivateAddress } from './private-address.ts';

describe('an address', () => {
  it.each([
    'https://witness.example.org',
    'https://witness.example.org:8443/w',
    'http://8.8.8.8',
    'https://172.32.0.1',
    'https://[2606:4700::1111]',
    'https://localhost.example.org',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it.each([
    'http://localhost:3000',
    'http://a.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0.0.0.0',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[2002:7f00:1::]',
    'http://router',
    'http://nas.local',
    'http://db.internal.',
    'https://user:word@witness.example.org',
    'ftp://witness.example.org',
    'javascript:alert(1)',
    'witness.example.org',
    '',
  ])('%s is not', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
});

describe('a host', () => {
  it('is this device by its name or number', () => {
    expect(['localhost', '127.0.0.1', '[::1]', 'club.localhost'].every(isLoopback)).toBe(true);
    expect(['club.example', '10.0.0.1', 'localhost.example'].some(isLoopback)).toBe(false);
  });
});
