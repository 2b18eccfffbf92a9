import type { RequestListener } from 'node:http';

// What else Node lets through would be parsed again and differently further in, by a parser that is deprecated.
const PLAIN = /^\/[^\s#]*$/;

/** A path and its query as they were asked for, also of a whole address (RFC 9112 §3.2.2); null for anything else. */
function originForm(target: string): string | null {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const rooted = path === target || path.startsWith('/') ? path : `/${path}`;
  return PLAIN.test(rooted) ? rooted : null;
}

const REFUSAL = JSON.stringify({
  error: 'invalid_request',
  error_description: 'The request target is not a path.',
  code: 'NOT_A_PATH',
});

/** Hands on requests for a path, with nothing but the path as their `url`; every other target is 400. */
export function onPaths(answer: RequestListener): RequestListener {
  return (request, response) => {
    const path = originForm(request.url ?? '');
    if (path !== null) {
      request.url = path;
      return answer(request, response);
    }
    response.writeHead(400, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(REFUSAL),
      connection: 'close',
    });
    response.end(REFUSAL);
  };
}
