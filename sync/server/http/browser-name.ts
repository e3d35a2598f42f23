/** Names a browser and its system for people who look through their sessions, from what it says of itself. */

/** In this order: most say that they are others, too. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(?:intosh| OS)\b/],
  ['Linux', /\bLinux\b/],
] as const;
const MAX_LENGTH = 1_000;

const find = (names: readonly (readonly [string, RegExp])[], text: string) =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** @returns e.g. "Chrome on Android"; null where the header names neither. */
export function browserName(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  const [browser, system] = [find(BROWSERS, text), find(SYSTEMS, text)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
