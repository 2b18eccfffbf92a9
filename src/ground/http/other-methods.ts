import type { Request, Response, Router } from 'express';
import type { Runtime } from '../kernel/runtime.ts';
import { sendMethodNotAllowed } from './error-answer.ts';
import type { Mounts } from './mounts.ts';

/** A path of a router, with the methods that it has. `*` is all of them. The types of Express do not know it yet. */
interface Listed {
  readonly path: string | RegExp;
  readonly methods: readonly string[] | undefined;
}

const listOf = (router: Router): Listed[] => (router as Router & { listRoutes(): Listed[] }).listRoutes();

/** Answers 405 where a path is there and the method is not. Call it when all paths are mounted. */
export function refuseOtherMethods({ app, router }: Mounts, runtime: Runtime): void {
  const below: Router = router === app ? app.router : router;
  for (const on of new Set([below, app.router]))
    for (const [path, listed] of Map.groupBy(listOf(on), (each) => each.path)) {
      const methods = [...new Set(listed.flatMap((each) => each.methods ?? '*'))];
      if (methods.includes('*')) continue;
      // Express answers HEAD as GET, and so does the function that sends this.
      const allowed = methods.filter((method) => method !== 'HEAD');
      on.all(path, (_request: Request, response: Response) => sendMethodNotAllowed(runtime, response, allowed));
    }
}
