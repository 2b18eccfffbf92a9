import { getParser } from 'bowser';

/** What a browser is called by people, from its User-Agent header: “Firefox on Linux”. */
export function deviceName(userAgent: string): string {
  if (!userAgent) return 'Unknown device';
  const parser = getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (browser && system) return `${browser} on ${system}`;
  return browser || system || 'Unknown device';
}
