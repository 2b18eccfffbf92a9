import { toDataURL } from 'qrcode';

/** An address as a picture to scan: a data URI of a PNG. */
export const qrCode = (uri: string): Promise<string> => toDataURL(uri, { errorCorrectionLevel: 'M' });
