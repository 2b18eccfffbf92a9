/**
 * Back-channel logout (OpenID Connect Back-Channel Logout 1.0): clients that a session has signed its user in to are told
 * when it ends. Triggers of the database write a row for each into an outbox whenever a session is deleted, by whatever
 * way, so whoever ends sessions has nothing to do with it but to ring; a worker tells the clients. When sessions end is
 * their own module's business, where clients want to be told that of theirs.
 */
export { LogoutBell } from './logout.bell.ts';
export { LogoutDeliveryResolver } from './logout-delivery.resolver.ts';
export { startLogoutWorker } from './logout.worker.ts';
export { sweepLogoutDeliveries } from './logout-delivery.sweep.ts';
