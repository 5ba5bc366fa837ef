import { describe, expect, test } from 'vitest';
import { readDevice } from './devices.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a device', () => {
  test.each([
    [`${WINDOWS} ${CHROME} Safari/537.36`, 'Chrome', 'Windows'],
    [`${WINDOWS} ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows'],
    [`${MAC} ${CHROME} Safari/537.36 OPR/124.0.0.0`, 'Opera', 'Mac'],
    [`${WINDOWS} ${CHROME} YaBrowser/25.10.0.0 Safari/537.36`, 'Yandex Browser', 'Windows'],
    [`${ANDROID} ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${ANDROID} AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
      'Chrome',
      'Linux',
    ],
    [
      `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`,
      'Safari',
      // An iPad sends the same User-Agent; they cannot be told apart.
      'Mac',
    ],
    [`${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
    [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
    [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
    [`${IPHONE} EdgiOS/142.0.0.0 Version/18.0 Mobile/15E148 Safari/604.1`, 'Edge', 'iPhone'],
  ])('that says %s', (userAgent, browser, system) => {
    expect(readDevice(userAgent)).toEqual({ browser, system });
  });

  test.each([null, '', 'lightMyRequest', 'curl/8.14.1', '<script>alert(1)</script>', '\u0000\ud800'])(
    'that says %j is none that we know',
    (userAgent) => {
      expect(readDevice(userAgent)).toEqual({ browser: null, system: null });
    },
  );

  test('is known by half where the rest was cut off', () => {
    expect(readDevice('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36')).toEqual({
      browser: null,
      system: 'Windows',
    });
  });
});
