/** Files that callers send, as streams: those of imports. They are not documents of GraphQL, which holds them in memory. */
import type { IncomingMessage } from 'node:http';
import type { Request, Response, Router } from 'express';
import { Budget } from './http/budget.ts';
import { httpErrors } from './http/errors.ts';
import { originOf } from './http/origin.ts';
import { anonymous, requireDocument, signedIn, type Authenticate, type Viewer } from './kernel/access.ts';
import { RequestContext, type Refused } from './kernel/context.ts';
import { AppError, kernelErrors } from './kernel/errors.ts';
import { errorForCaller } from './kernel/fault.ts';
import type { Runtime } from './kernel/runtime.ts';
import { UploadService } from './modules/imports/index.ts';
import { sendError, sendJson, sendMethodNotAllowed } from './rest/errors.ts';

interface Parts {
  readonly runtime: Runtime;
  readonly authenticate: Authenticate;
  readonly noteRefusal: Refused;
}

const IMPORT_FILE = '/imports/:id/file';
/** So many rows cost as much as a field. */
const ROWS_A_COST = 10;

/** Mounts the paths of files. */
export function mountFiles(router: Router, parts: Parts): void {
  router.put(IMPORT_FILE, (request: Request, response: Response) => receive(parts, request, response));
  router.all(IMPORT_FILE, (_request: Request, response: Response) =>
    sendMethodNotAllowed(parts.runtime, response, ['PUT']),
  );
}

/** Receives the file of an import, and answers when all of it is stored. */
async function receive({ runtime, authenticate, noteRefusal }: Parts, request: Request, response: Response) {
  const origin = originOf(request);
  let viewer: Viewer = anonymous;
  try {
    viewer = signedIn(await runtime.inTime(authenticate(request)));
    requireDocument(viewer, null);
    const spender = { viewer, ip: origin.ip };
    runtime.get(Budget).spend(spender, 1);
    const charge = (rows: number): void => runtime.get(Budget).charge(spender, rows / ROWS_A_COST);
    const uploads = new RequestContext(runtime, viewer, origin).get(UploadService);
    const { id, status, totalRows } = await uploads.receive(request.params['id'] as string, bytesOf(request), charge);
    sendJson(response, 202, JSON.stringify({ id, state: status, total_rows: totalRows }));
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden')
      noteRefusal(origin, viewer, 'uploadImport', error.code);
    const told = errorForCaller(error, runtime.log, { requestId: origin.requestId, route: 'uploadImport' });
    // The rest of the body would be read as the next request.
    if (!request.complete) response.setHeader('connection', 'close');
    sendError(
      runtime,
      response,
      told ?? kernelErrors.INTERNAL({ message: `Something went wrong (request ${origin.requestId}).` }),
    );
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
