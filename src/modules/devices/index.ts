/**
 * Device authorizations (RFC 8628): a device without a browser shows a code, its user enters the code elsewhere and
 * decides, and the device polls for the outcome. Owns these requests, their codes, and what the user decided. The oauth
 * door creates, decides and redeems them; the interaction's pages find and show them. `grants` owns what an approved one
 * becomes.
 */
export { DeviceAuthorization } from './device-authorization.entity.ts';
export {
  DEVICE_CODE_SECONDS,
  DeviceAuthorizationService,
  POLL_SECONDS,
  type DeviceAnswer,
} from './device-authorization.service.ts';
export { pollDevice, redeemDeviceCode, type PolledClient } from './device-authorization.hot.sql.ts';
export { readUserCode, USER_CODE_LENGTH } from './user-code.ts';
