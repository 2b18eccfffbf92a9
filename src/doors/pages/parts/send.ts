import type { Response } from 'express';
import { contentSecurityPolicy } from '../../../views/index.ts';

/**
 * Pages that no application opens and waits for. All others may be a step of a request that an application has opened in a
 * window of its own: that window must still find its opener when it is back at the application.
 */
const APART = /^\/(?:account|dev|docs)(?:\/|$)/;

/** How to send a page. `formTargets` are the other origins that its form may be redirected to. */
interface PageOptions {
  readonly status?: number;
  readonly formTargets?: readonly string[];
  /** What allows the only script that may run: its address, or its hash in quotes. */
  readonly script?: string | undefined;
  /** The origins that it shows in frames. */
  readonly frames?: readonly string[];
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** Sends a page. No other site can frame it, and links from it send no referrer. */
export function sendPage(
  response: Response,
  html: string,
  { status = 200, formTargets, script, frames, retryAfter }: PageOptions = {},
): void {
  const body = Buffer.from(html);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': contentSecurityPolicy(formTargets, script, frames),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': APART.test(response.req.path) ? 'same-origin' : 'unsafe-none',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  response.end(body);
}
