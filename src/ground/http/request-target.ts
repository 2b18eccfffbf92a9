import type { RequestListener } from 'node:http';
import type { Runtime } from '../kernel/runtime.ts';
import { sendError } from './error-answer.ts';
import { httpErrors } from './errors.ts';

// Node accepts more, but Express would parse it again with a deprecated parser, and differently.
const PLAIN = /^\/[^\s#]*$/;

/** The path and query of a request target, which may be a whole URL (RFC 9112 §3.2.2). Null for anything else. */
function originForm(target: string): string | null {
  if (PLAIN.test(target)) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const rooted = path === target || path.startsWith('/') ? path : `/${path}`;
  return PLAIN.test(rooted) ? rooted : null;
}

/** Passes on requests for a path, with only path and query in their `url`. Any other target is 400. */
export function onPaths(runtime: Runtime, answer: RequestListener): RequestListener {
  return (request, response) => {
    const path = originForm(request.url ?? '');
    if (path === null) {
      response.setHeader('connection', 'close');
      return sendError(runtime, response, httpErrors.NOT_A_PATH());
    }
    request.url = path;
    return answer(request, response);
  };
}
