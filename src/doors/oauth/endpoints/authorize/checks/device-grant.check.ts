import { DEVICE_CODE } from '../../../../../modules/clients/index.ts';
import { refuse, type Check } from '../attempt.ts';

/** RFC 8628 §3.1: only clients that are registered for it may ask for the permission of a device's user. */
export const checkDeviceGrant: Check = ({ client }) =>
  client.grantTypes.includes(DEVICE_CODE)
    ? undefined
    : refuse('unauthorized_client', `The client is not registered for ${DEVICE_CODE}.`);
