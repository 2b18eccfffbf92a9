import type { RequestListener } from 'node:http';

// Node accepts more, but Express would parse it again with a deprecated parser, and differently.
const PLAIN = /^\/[^\s#]*$/;

/** The path and query of a request target, which may be a whole URL (RFC 9112 §3.2.2). Null for anything else. */
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

/** Passes on requests for a path, with only path and query in their `url`. Any other target is 400. */
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
