/**
 * Conditional requests (RFC 9110 §13). An entity tag is the version of a thing and a digest of the answer: `"7.kYp…"`.
 * `If-None-Match` compares all of it, so an answer that differs in any field is sent. `If-Match` compares the version, which
 * counts what callers change. So a login or a new member between reading and writing is no conflict.
 */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, kernelErrors } from '../../ground/kernel/errors.ts';
import type { Run } from './route.ts';

/** A list of entity tags (RFC 9110 §8.8.3), or `*`. */
export const TAGS = String.raw`^(?:\*|(?:W/)?"[!#-~]*"(?:[ \t]*,[ \t]*(?:W/)?"[!#-~]*")*)$`;
const LIST = new RegExp(TAGS);
/** A strong tag of this server, with the version in it. */
const OWN = /^"([1-9]\d{0,9})\.[\w-]+"$/;
const VERSION_MAX = 2 ** 31 - 1;
/** Versions begin with 1, so nothing has this one. */
const NEVER = 0;
/** The characters of a digest, six bits each. */
const DIGEST_LENGTH = 22;

/** The entity tag of an answer that shows a thing of this version. */
export const etagOf = (version: number, answer: string): string =>
  `"${version}.${hash('sha256', answer, 'base64url').slice(0, DIGEST_LENGTH)}"`;

/** Sets the ETag. Whether the caller of a GET or HEAD has this answer already; then 304 is sent. */
export function isNotModified(request: IncomingMessage, response: ServerResponse, tag: string): boolean {
  response.setHeader('etag', tag);
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const known = readTags(request, 'If-None-Match');
  // RFC 9110 §13.1.2: the comparison is weak.
  const isKnown = known === '*' || known?.some((each) => each.replace('W/', '') === tag);
  if (isKnown) response.writeHead(304).end();
  return isKnown ?? false;
}

/** Runs an operation on the condition that `If-Match` sets, if there is one. The operation checks it with the row locked. */
export function onCondition(request: IncomingMessage, run: Run): Run {
  const tags = readTags(request, 'If-Match');
  // An object that does not exist is 404 in any case.
  if (tags === undefined || tags === '*') return run;
  const versions = tags.map((tag) => Number(OWN.exec(tag)?.[1])).filter((version) => version <= VERSION_MAX);
  return async (variables) => {
    const [expectedVersion = NEVER] = versions;
    try {
      return await run({ ...variables, expectedVersion });
    } catch (error) {
      const current = error instanceof AppError ? error.currentVersion : undefined;
      if (current === undefined || !versions.includes(current)) throw error;
      return run({ ...variables, expectedVersion: current });
    }
  };
}

function readTags(request: IncomingMessage, name: 'If-Match' | 'If-None-Match'): string[] | '*' | undefined {
  const header = (request.headers[name.toLowerCase()] as string | undefined)?.trim();
  if (header === undefined || header === '*') return header;
  if (!LIST.test(header))
    throw kernelErrors.INVALID_INPUT({ message: `${name} must hold entity tags, as ETag has them, or *.` });
  return header.match(/(?:W\/)?"[^"]*"/g)!;
}
