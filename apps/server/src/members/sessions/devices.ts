/** Browser and operating system by User-Agent; null when unknown. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The first match wins. Derived browsers also name their base, so the specific ones come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(MiuiBrowser|XiaoMi)\//, 'Mi Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\b(UCBrowser|UCWEB)/, 'UC Browser'],
  [/\b(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS|Focus)\//, 'Firefox'],
  [/(\bChrome|\bChromium|HeadlessChrome|\bCriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]{1,20} .{0,80}Safari\//, 'Safari'],
];

/** The first match wins. Android also names Linux, and an iPhone also names Mac. */
const SYSTEMS: [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\b(HarmonyOS|OpenHarmony)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/**
 * Parses a User-Agent for the member's list of devices. Returns only our own names, never text from the caller. It
 * proves nothing and decides nothing.
 */
export function readDevice(userAgent: string | null): Device {
  return { browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) };
}

function firstOf(names: [RegExp, string][], userAgent: string | null): string | null {
  return names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1] ?? null;
}
