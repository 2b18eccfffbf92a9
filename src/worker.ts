/** A worker of a server with `WORKERS` above 1: the parent starts this program, one process for each. */
import { serveAtPost } from './workers/post.ts';

await serveAtPost();
