/**
 * Back-channel logout (OpenID Connect Back-Channel Logout 1.0): tells clients that a session of their user has ended. When a
 * session is deleted, a trigger of the database writes a row for each of its clients into an outbox, and a worker tells the
 * clients. Code that ends sessions only rings the bell. `sessions` owns sessions, and `clients` owns the clients' addresses.
 */
export { logoutDeliveryFilter, logoutDeliveryListing } from './logout-delivery.filter.ts';
export { LogoutBell } from './logout.bell.ts';
export { LogoutDelivery } from './logout-delivery.entity.ts';
