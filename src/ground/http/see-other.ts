import type { ServerResponse } from 'node:http';

/** Redirects the browser. It always follows by GET (RFC 9700 §4.12). */
export function seeOther(response: ServerResponse, location: string): void {
  response.writeHead(303, {
    location,
    'referrer-policy': 'no-referrer',
    'content-length': 0,
  });
  response.end();
}
