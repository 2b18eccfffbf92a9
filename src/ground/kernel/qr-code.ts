import { toDataURL } from 'qrcode';

/** A QR code of the text: a data URI of a PNG. */
export const qrCode = (uri: string): Promise<string> => toDataURL(uri, { errorCorrectionLevel: 'M' });
