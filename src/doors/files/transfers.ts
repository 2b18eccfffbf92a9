/** Files that callers send and get, as streams: imports and exports. GraphQL would hold them in memory. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response, Router } from 'express';
import { sendJson } from '../../ground/http/answer.ts';
import { Budget } from '../../ground/http/budget.ts';
import { sendError } from '../../ground/http/error-answer.ts';
import { httpErrors } from '../../ground/http/errors.ts';
import { originOf } from '../../ground/http/origin.ts';
import {
  anonymous,
  requireDocument,
  requireInPerson,
  signedIn,
  type Authenticate,
  type Viewer,
} from '../../ground/kernel/access.ts';
import { RequestContext, type Refused } from '../../ground/kernel/context.ts';
import { AppError, kernelErrors } from '../../ground/kernel/errors.ts';
import { errorForCaller } from '../../ground/kernel/fault.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { ExportService, openExport } from '../../modules/exports/index.ts';
import { UploadService } from '../../modules/imports/index.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
}

const IMPORT_FILE = '/imports/:id/file';
const EXPORT = '/exports/:token';
const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;
/** So many rows cost as much as a field. */
const ROWS_A_COST = 10;

/** Mounts the paths of files. */
export function mountFiles(router: Router, parts: Parts): void {
  router.put(IMPORT_FILE, (request: Request, response: Response) => receive(parts, request, response));
  router.get(EXPORT, (request: Request, response: Response) => send(parts, request, response));
}

/** Receives the file of an import, and answers when all of it is stored. */
async function receive({ runtime, authenticate, noteRefusal }: Parts, request: Request, response: Response) {
  const origin = originOf(request);
  let viewer: Viewer = anonymous;
  try {
    viewer = signedIn(await runtime.begin(() => authenticate(request)));
    requireDocument(viewer, null);
    requireInPerson(viewer);
    const spender = { viewer, ip: origin.ip };
    runtime.get(Budget).spend(spender, 1);
    const charge = (rows: number): void => runtime.get(Budget).charge(spender, rows / ROWS_A_COST);
    const uploads = new RequestContext(runtime, viewer, origin).get(UploadService);
    const { id, status, totalRows } = await uploads.receive(request.params['id'] as string, bytesOf(request), charge);
    sendJson(response, 202, JSON.stringify({ id, state: status, total_rows: totalRows }));
  } catch (error) {
    refuse(runtime, noteRefusal, viewer, request, response, error, 'uploadImport');
  }
}

/** Answers with an error. */
function refuse(
  runtime: Runtime,
  noteRefusal: Refused,
  viewer: Viewer,
  request: Request,
  response: Response,
  error: unknown,
  route: string,
): void {
  const origin = originOf(request);
  if (error instanceof AppError && error.kind === 'forbidden') noteRefusal(origin, viewer, route, error.code);
  const told = errorForCaller(error, runtime, { requestId: origin.requestId, route });
  // The rest of a body would be read as the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  sendError(
    runtime,
    response,
    told ?? kernelErrors.INTERNAL({ message: `Something went wrong (request ${origin.requestId}).` }),
  );
}

/** Sends an export as a stream. Its link is the authorization. */
async function send({ runtime, noteRefusal }: Parts, request: Request, response: Response): Promise<void> {
  const origin = originOf(request);
  try {
    const open = () => openExport(runtime, origin, request.params['token'] as string);
    const { ctx, kind, format, filter } = await runtime.begin(open);
    const spender = { viewer: ctx.viewer, ip: origin.ip };
    const parts = ctx.get(ExportService).parts(kind, format, filter);
    async function* texts(): AsyncGenerator<string> {
      for await (const { text, rows } of parts) {
        runtime.get(Budget).charge(spender, rows / ROWS_A_COST);
        yield text;
      }
    }
    const name = `${kind}.${format === 'csv' ? 'csv' : 'jsonl'}`;
    response.writeHead(200, {
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="${name}"`,
    });
    await pipeline(Readable.from(texts()), response);
  } catch (error) {
    // Closing the connection shows that the file is incomplete.
    if (response.headersSent) {
      runtime.log.warn({ err: error, requestId: origin.requestId }, 'an export was not sent to its end');
      return void response.destroy();
    }
    refuse(runtime, noteRefusal, anonymous, request, response, error, 'downloadExport');
  }
}

/** The body as it arrives. A caller who goes away has sent a body that ends too early. */
async function* bytesOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    if (request.destroyed && !request.complete) throw httpErrors.BODY_ABORTED({ cause });
    throw cause;
  }
}
