/** The console's files: a built web application, which asks `/graphql` with the browser's session. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import type { Request, Response, Router } from 'express';
import { sendError } from '../../ground/http/error-answer.ts';
import { httpErrors } from '../../ground/http/errors.ts';
import { originOf } from '../../ground/http/origin.ts';
import { isOwnPath } from '../../ground/http/own-path.ts';
import { seeOther } from '../../ground/http/see-other.ts';
import { Site } from '../../ground/http/site.ts';
import { anonymous } from '../../ground/kernel/access.ts';
import { RequestContext } from '../../ground/kernel/context.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { sessionCookie, SessionService } from '../../modules/sessions/index.ts';

/** Where the build puts the console: beside the folder with the server's code. */
const FOLDER = join(import.meta.dirname, '../console');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The encodings that the build makes of a file, best first, with what follows its name. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The names of assets contain a hash of what is in them, so a browser never asks for one again. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The headers for caches are ours. Ranges of the compressed and of the plain file, which have one tag, could be joined. */
const AS_IT_IS = { cacheControl: false, lastModified: false, acceptRanges: false };

/**
 * Nothing but the server's own files and requests. Scripts may not be inline.
 */
const policy = (styles: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ].join('; ');

/** Neither may styles be inline. */
const STRICT = policy("'self'");
/** The page of GraphiQL, whose editor writes style elements. Browsers load it anew. */
const EXPLORER = /^\/console\/explorer\/?$/;
const WITH_STYLES = policy("'self' 'unsafe-inline'");

const HEADERS = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Mounts the console at `/console`. Its scripts and styles are below `/console/assets`; every other path below has the page,
 * which reads the path itself, for whoever is signed in; others sign in first. Without a built console, there is none, and
 * the log says so.
 */
export function mountConsole(router: Router, runtime: Runtime, folder = FOLDER): void {
  const assetsFolder = join(folder, 'assets');
  if (!existsSync(join(folder, 'index.html')))
    return runtime.log.warn({ folder }, 'there is no console: its files are missing. `npm run build` makes them');
  const page = readPage(runtime, folder);
  const etag = etagOf(page);
  const names = new Set(existsSync(assetsFolder) ? readdirSync(assetsFolder) : []);
  const paths = ['/console', '/console/', '/console/*path'];

  router.get('/console/assets/*name', (request: Request, response: Response) => {
    const name = [request.params['name'] ?? []].flat().join('/');
    if (!names.has(name)) return sendError(runtime, response, httpErrors.PATH_NOT_FOUND());
    sendAsset(request, response, { folder: assetsFolder, name, names });
  });
  router.get(paths, async (request: Request, response: Response) => {
    if (!(await isSignedIn(runtime, request))) return seeOther(response, signInPath(runtime, request));
    if (isKnown(request, response, etag, 'no-cache')) return;
    response.writeHead(200, {
      ...HEADERS,
      'content-security-policy': EXPLORER.test(request.path) ? WITH_STYLES : STRICT,
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(page),
    });
    response.end(page);
  });
}

/** The GraphQL documents that the console sends, by their ids: the build has taken them from it. */
export async function consoleDocuments(folder = FOLDER): Promise<Readonly<Record<string, string>>> {
  const file = join(folder, 'documents.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Record<string, string>) : {};
}

/** Whether somebody is signed in with this browser. `/graphql` decides what they may do. */
async function isSignedIn(runtime: Runtime, request: Request): Promise<boolean> {
  const sessions = new RequestContext(runtime, anonymous, originOf(request)).get(SessionService);
  const session = await runtime.begin(() => sessions.find(sessionCookie(runtime).read(request)));
  return session !== undefined;
}

/** Where strangers sign in. It leads back to the address that they have opened. */
function signInPath(runtime: Runtime, { originalUrl }: Request): string {
  const site = runtime.get(Site);
  return site.path('/login', { return_to: isOwnPath(site, originalUrl) ? originalUrl : site.path('/console') });
}

/** The page. Its addresses begin with `/console/`; browsers see the path of the issuer before that. */
function readPage(runtime: Runtime, folder: string): string {
  const { prefix } = runtime.get(Site);
  return readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('"/console/', `"${prefix}/console/`);
}

const etagOf = (content: string): string => `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** Sets the headers for caches. Answers 304 if the browser has the file. */
function isKnown(request: Request, response: Response, etag: string, cacheControl: string): boolean {
  response.setHeader('cache-control', cacheControl).setHeader('etag', etag);
  const known = request.headers['if-none-match']?.split(',').some((each) => each.trim() === etag) ?? false;
  if (known) response.writeHead(304).end();
  return known;
}

interface Asset {
  readonly folder: string;
  readonly name: string;
  /** The names of all files in the folder. */
  readonly names: ReadonlySet<string>;
}

/** Sends a file, compressed if the build has compressed it and the browser accepts that. */
function sendAsset(request: Request, response: Response, { folder, name, names }: Asset): void {
  if (isKnown(request, response, `W/"${name}"`, IMMUTABLE)) return;
  const made = ENCODINGS.filter(([, suffix]) => names.has(name + suffix));
  const accepted = request.acceptsEncodings(...made.map(([encoding]) => encoding), 'identity');
  const encoding = made.find(([each]) => each === accepted);
  response.set({
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'cross-origin-resource-policy': 'same-origin',
    ...(made.length > 0 && { vary: 'accept-encoding' }),
    ...(encoding && { 'content-encoding': encoding[0] }),
  });
  response.sendFile(name + (encoding?.[1] ?? ''), { ...AS_IT_IS, root: folder });
}
