/**
 * What the operator's tools read: metrics, and the state of the server for orchestrators. It listens on a port of its own,
 * answers nothing else, and is loaded only if that port is configured. `server/start.ts` opens it first and closes it last, so that
 * it also answers while the server starts and stops.
 */
export { listenForManagement, type Management } from './listener.ts';
export { Totals, type Figures } from './totals.ts';
export { Watch, type Health } from './watch.ts';
