/** What a browser is and what it runs on, as far as its own description says; null where it says nothing known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The first that fits. Browsers made from another name that one too, so the particular ones stand above. */
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

/** Android says that it is a Linux, an iPhone that it is like a Mac. */
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
 * Reads a User-Agent for the member's list of devices. Gives names of ours alone: nothing of what a caller wrote about
 * himself is handed on. It proves nothing, and nothing is decided by it.
 */
export function readDevice(userAgent: string | null): Device {
  return { browser: firstOf(BROWSERS, userAgent), system: firstOf(SYSTEMS, userAgent) };
}

function firstOf(names: [RegExp, string][], userAgent: string | null): string | null {
  return names.find(([pattern]) => userAgent !== null && pattern.test(userAgent))?.[1] ?? null;
}
