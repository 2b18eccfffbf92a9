import { isIP } from 'node:net';

/** Whether the host of a URL is this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  );
}

/** Whether a URL leads to this machine. */
export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);
